import type { Network } from '#shared/config/network.ts'
import { requireAccountKind } from './account-kind.ts'
import { existentialDeposit, readAccount, transferable } from './account-state.ts'
import { parseAddress } from './address.ts'
import type { Nodes } from './nodes.ts'

/**
 * What an account can send while it stays alive, in planck; see `transferable`.
 * Rejects with WidgetError `http/*`, `chain/unsupported` or the node's ProviderRpcError.
 */
export async function nativeBalance(nodes: Nodes, address: string, network: Network): Promise<bigint> {
  const node = await nodes.open(network)
  const account = parseAddress(address)
  requireAccountKind(node, account)
  return transferable(await readAccount(node, account), existentialDeposit(node))
}
