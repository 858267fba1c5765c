import type { View } from './view.ts'
import { topOf, type ViewStack } from './view-stack.ts'

/** Where closing leaves the view stack (SPEC §2): Connect; embedded, Account while connected. */
export const viewAfterClosing = (facts: { readonly embedded: boolean; readonly connected: boolean }): View =>
  facts.embedded && facts.connected ? { name: 'Account' } : { name: 'Connect' }

/**
 * Whether the modal may close now; otherwise it shakes. A network the site does not support has to be left first,
 * also from the switch that was started there.
 */
export function canClose(stack: ViewStack): boolean {
  const top = topOf(stack).name
  const below = stack.at(-2)?.name
  return !(top === 'UnsupportedChain' || (top === 'SwitchNetwork' && below === 'UnsupportedChain'))
}
