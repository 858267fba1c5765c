import type { View, ViewName } from './view.ts'
import { topOf, type ViewStack } from './view-stack.ts'

/** Where closing leaves the view stack (SPEC §2): Connect; embedded, Account while connected. */
export const viewAfterClosing = (facts: { readonly embedded: boolean; readonly connected: boolean }): View =>
  facts.embedded && facts.connected ? { name: 'Account' } : { name: 'Connect' }

/** Views that ask for the signature without which nobody goes on (SPEC §4 sign-in flow 6). */
const signViews: ReadonlySet<ViewName> = new Set(['SIWXSignMessage'])

/**
 * Whether the modal may close now; otherwise it shakes. A network the site does not support has to be left first,
 * also from the switch that was started there; a required sign-in ends by its own Cancel.
 */
export function canClose(stack: ViewStack, { mustSignIn }: { readonly mustSignIn: boolean }): boolean {
  const top = topOf(stack).name
  if (mustSignIn && signViews.has(top)) return false
  const below = stack.at(-2)?.name
  return !(top === 'UnsupportedChain' || (top === 'SwitchNetwork' && below === 'UnsupportedChain'))
}
