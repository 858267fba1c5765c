import { chainReference } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { buildNetworks } from './featured-networks.ts'
import { readPolkadotNetworks } from './polkadot-networks.ts'
import { readThirdwebChains } from './read-thirdweb.ts'
import { buildSolanaNetworks } from './solana-networks.ts'

const isEvm = ({ id }: Network): boolean => id.startsWith('eip155:')

/**
 * With RPC URLs for EVM chains only, which the widget adds to wallets (EIP-3085); wallets of other ecosystems have theirs.
 */
const forWidget = (network: Network): Network => {
  const { rpcUrls: _, ...record } = network
  return isEvm(network) ? network : record
}

/** With a second endpoint, if a chain's own list has only one: thirdweb's of the chain. */
const forServer = (network: Network, thirdweb: ReadonlySet<string>): Network => {
  const { imageId: _, rpcUrls = [], ...record } = network
  const number = chainReference(network.id)
  const second = isEvm(network) && thirdweb.has(number) ? [`https://${number}.rpc.thirdweb.com`] : []
  return { ...record, rpcUrls: [...new Set([...rpcUrls, ...second])].slice(0, 2) }
}

/** The networks of widget and server, in list order: EVM first, test networks last. */
export async function networkTables(
  directory: string,
): Promise<{ readonly widget: readonly Network[]; readonly server: readonly Network[] }> {
  const listed = [
    ...buildNetworks(),
    ...buildSolanaNetworks(),
    ...(await readPolkadotNetworks(directory)),
  ].toSorted((one, other) => Number(one.testnet ?? false) - Number(other.testnet ?? false))
  const thirdweb = readThirdwebChains(directory)
  return { widget: listed.map(forWidget), server: listed.map((network) => forServer(network, thirdweb)) }
}
