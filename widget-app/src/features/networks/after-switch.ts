import type { View } from '#widget/core/view.ts'
import type { ViewStack } from '#widget/core/view-stack.ts'

/** Views which have served their purpose once the wallet is on the wished network. */
const spent: ReadonlySet<View['name']> = new Set([
  'SwitchNetwork',
  'SwitchActiveChain',
  'Networks',
  'UnsupportedChain',
])

/** What follows a switch: so many steps back, Account where only a stop was left, or closing. */
export type AfterSwitch =
  | { readonly is: 'back'; readonly steps: number }
  | { readonly is: 'account' }
  | { readonly is: 'close' }

/** Where to go when the network was switched: back to what the person was doing, else out. */
export function afterSwitch(stack: ViewStack): AfterSwitch {
  const kept = stack.findLastIndex(({ name }) => !spent.has(name))
  if (kept >= 0) return { is: 'back', steps: stack.length - 1 - kept }
  return stack.some(({ name }) => name === 'UnsupportedChain') ? { is: 'account' } : { is: 'close' }
}
