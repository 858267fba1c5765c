import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import { createJsonRpc, type JsonRpc } from '../json-rpc.ts'

/** Opens the RPC gateway of a network. */
export type OpenRpc = (network: Network) => JsonRpc

/** The gateway as JSON-RPC; web3.js's own transports are not used: their results are typed, but not parsed. */
export const rpcOpener =
  (ports: AdapterPorts): OpenRpc =>
  (network) =>
    createJsonRpc(ports, ports.rpcUrl(network))

/** A network of which only the id is known: enough to find its gateway. */
export const networkOf = (id: ChainId): Network => ({
  id,
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
})

/** Settings of every read: what a supermajority of the cluster has voted for. */
export const confirmed = { commitment: 'confirmed' } as const
