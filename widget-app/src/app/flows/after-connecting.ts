import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { View, ViewName } from '#widget/core/view.ts'
import type { ViewStack } from '#widget/core/view-stack.ts'

/** Views to which the user returns after connecting a wallet. */
const returnViews: ReadonlySet<ViewName> = new Set(['Account', 'ProfileWallets', 'WalletSend'])

/** What follows a connection: the number of steps back, or closing; then the required network, if any. */
export type AfterConnecting = { readonly back: number | undefined; readonly wanted: View | undefined }

/**
 * Computes the next view after a connection: back to the user's view, else closing. A stack with SwitchActiveChain
 * requires its network (SPEC §4): a wallet on another chain is requested to switch.
 */
export function afterConnecting(
  stack: ViewStack,
  { namespace, chain }: { readonly namespace: Namespace; readonly chain: ChainId },
): AfterConnecting {
  const returnIndex = stack.findLastIndex(({ name }) => returnViews.has(name))
  const [target] = stack.flatMap((view) => (view.name === 'SwitchActiveChain' ? (view.chainId ?? []) : []))
  const isOnOtherChain = target !== undefined && target !== chain && namespaceOf(target) === namespace
  return {
    back: returnIndex < 0 ? undefined : stack.length - 1 - returnIndex,
    wanted: isOnOtherChain ? { name: 'SwitchNetwork', chainId: target } : undefined,
  }
}
