import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { parseAddress, withPrefix } from './address.ts'
import type { Nodes } from './nodes.ts'

/**
 * An address with the SS58 prefix that a network's node reports: the same key, in the encoding that users and exchanges of
 * the network know.
 * @throws WidgetError `address/*`, `http/*`, `chain/unsupported`; ProviderRpcError of the node.
 */
export async function formatAddressOn(nodes: Nodes, address: string, network: Network): Promise<string> {
  const { api } = await nodes.open(network)
  const prefix = api.registry.chainSS58
  if (prefix === undefined)
    throw new WidgetError('http/invalid-response', 'The node tells no prefix of addresses')
  return withPrefix(parseAddress(address), prefix)
}
