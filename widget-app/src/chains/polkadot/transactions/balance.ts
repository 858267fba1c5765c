import type { Network } from '#shared/config/network.ts'
import type { NativeBalance } from '../../chain-adapter.ts'
import { requireAccountKind } from '../account-kind.ts'
import { existentialDeposit, readAccount, transferable } from '../account-state.ts'
import { parseAddress } from '../address.ts'
import type { Nodes } from '../nodes.ts'

/**
 * The available balance of an account that stays alive (see `transferable`), and its total: also what is staked, locked or
 * reserved. In planck. Rejects with WidgetError `http/*`, `chain/unsupported` or the node's ProviderRpcError.
 */
export async function nativeTotals(nodes: Nodes, address: string, network: Network): Promise<NativeBalance> {
  const node = await nodes.open(network)
  const account = parseAddress(address)
  requireAccountKind(node, account)
  const state = await readAccount(node, account)
  return { value: transferable(state, existentialDeposit(node)), total: state.total }
}
