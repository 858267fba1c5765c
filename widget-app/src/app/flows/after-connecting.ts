import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { View, ViewName } from '#widget/core/view.ts'
import type { ViewStack } from '#widget/core/view-stack.ts'

/** Views which a person comes back to when a wallet was connected on the way. */
const comeBackTo: ReadonlySet<ViewName> = new Set(['Account', 'ProfileWallets', 'WalletSend'])

/** What follows a connection: so many steps back, or out; then perhaps the network that was wanted. */
export type AfterConnecting = { readonly back: number | undefined; readonly wanted: View | undefined }

/**
 * Where to go when a wallet was connected: back to what the person was doing, else out. Whoever came by way of
 * SwitchActiveChain wanted a network there (SPEC §4): a wallet that is on another one is asked to switch.
 */
export function afterConnecting(
  stack: ViewStack,
  { namespace, chain }: { readonly namespace: Namespace; readonly chain: ChainId },
): AfterConnecting {
  const kept = stack.findLastIndex(({ name }) => comeBackTo.has(name))
  const [target] = stack.flatMap((view) => (view.name === 'SwitchActiveChain' ? (view.chainId ?? []) : []))
  const isElsewhere = target !== undefined && target !== chain && namespaceOf(target) === namespace
  return {
    back: kept < 0 ? undefined : stack.length - 1 - kept,
    wanted: isElsewhere ? { name: 'SwitchNetwork', chainId: target } : undefined,
  }
}
