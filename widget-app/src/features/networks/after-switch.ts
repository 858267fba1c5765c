import type { ViewStack } from '#widget/core/view-stack.ts'
import { flowOf } from '#widget/core/views.ts'

/** The navigation after a switch: a number of steps back, Account if only an error view is left, or closing. */
export type AfterSwitch =
  | { readonly is: 'back'; readonly steps: number }
  | { readonly is: 'account' }
  | { readonly is: 'close' }

/** Returns the navigation after a switch: back to the user's previous task, otherwise close. */
export function afterSwitch(stack: ViewStack): AfterSwitch {
  const target = stack.findLastIndex((view) => flowOf(view) !== 'network')
  if (target >= 0) return { is: 'back', steps: stack.length - 1 - target }
  return stack.some(({ name }) => name === 'UnsupportedChain') ? { is: 'account' } : { is: 'close' }
}
