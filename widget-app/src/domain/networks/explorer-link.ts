import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { Getter } from '#widget/lib/state.ts'

/** A link to a page of an explorer, with the explorer's name. */
export type ExplorerLink = {
  readonly href: string
  readonly name: string
  readonly is: 'transaction' | 'account'
}

/** A transaction in the explorer of its network; without a hash, its sender. Undefined if the network has no explorer. */
export function explorerLink(
  get: Getter,
  network: Network | undefined,
  { hash, account }: { readonly hash: string | undefined; readonly account: string },
): ExplorerLink | undefined {
  if (!network?.explorer) return undefined
  const manifest = get(portsAtom).chains.manifest(namespaceOf(network.id))
  const is = hash === undefined ? 'account' : 'transaction'
  const href =
    hash === undefined
      ? manifest?.explorerAddressUrl(network, account)
      : manifest?.explorerTransactionUrl(network, hash)
  return href === undefined ? undefined : { href, name: network.explorer.name, is }
}
