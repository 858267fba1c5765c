import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { parseAddress, withPrefix } from './address.ts'
import type { Nodes } from './nodes.ts'

/**
 * An address with the prefix that a network's node tells (SS58): the same key, in the letters that its people and
 * exchanges know.
 * @throws WidgetError `address/*`, `http/*`, `chain/unsupported`; ProviderRpcError of the node.
 */
export async function addressOn(nodes: Nodes, address: string, network: Network): Promise<string> {
  const { api } = await nodes.open(network)
  const prefix = api.registry.chainSS58
  if (prefix === undefined)
    throw new WidgetError('http/invalid-response', 'The node tells no prefix of addresses')
  return withPrefix(parseAddress(address), prefix)
}
