import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import { createJsonRpc, type JsonRpc } from '../json-rpc.ts'

/** Opens the RPC gateway of a network. */
export type OpenRpc = (network: Network) => JsonRpc

/** The gateway as JSON-RPC. The transports of web3.js are not used, because they type results without parsing them. */
export const rpcOpener =
  (ports: AdapterPorts): OpenRpc =>
  (network) =>
    createJsonRpc(ports, ports.rpcUrl(network))

/** The network of a chain id, as much as is needed to find its gateway. */
export const networkOf = (id: ChainId): Network => ({
  id,
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
})

/** Commitment of every read: what a supermajority of the cluster has voted for. */
export const confirmed = { commitment: 'confirmed' } as const
