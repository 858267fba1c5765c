import type { View, ViewName } from '#widget/core/view.ts'
import { topOf, type ViewStack } from '#widget/core/view-stack.ts'

/** The view after closing (SPEC §2): Connect; embedded, Account while connected. */
export const viewAfterClose = (facts: { readonly embedded: boolean; readonly connected: boolean }): View =>
  facts.embedded && facts.connected ? { name: 'Account' } : { name: 'Connect' }

/** The sign and approve views (SPEC §4 sign-in flow 6). */
const signViews: ReadonlySet<ViewName> = new Set(['SIWXSignMessage', 'ApproveTransaction'])

/** What the closing rules depend on besides the view stack. */
type ClosingFacts = { readonly mustSignIn: boolean }

/** Whether only Cancel leaves the current view (SPEC §4 sign-in flow 6). */
export const isBlockedBySignIn = (stack: ViewStack, { mustSignIn }: ClosingFacts): boolean =>
  mustSignIn && signViews.has(topOf(stack).name)

/**
 * Whether the modal may close now; otherwise it shakes. On an unsupported network, the user must switch first, also in the
 * switch view that was opened from there; a required sign-in ends by its own Cancel.
 */
export function canClose(stack: ViewStack, facts: ClosingFacts): boolean {
  if (isBlockedBySignIn(stack, facts)) return false
  const top = topOf(stack).name
  const below = stack.at(-2)?.name
  return !(top === 'UnsupportedChain' || (top === 'SwitchNetwork' && below === 'UnsupportedChain'))
}
