import type { ChainId } from '#shared/caip/chain-id.ts'
import type { AdapterPorts } from '../contract.ts'
import { createJsonRpc, type JsonRpc } from '../json-rpc.ts'

/** Opens the read-only RPC gateway of a network. */
export type OpenRpc = (network: { readonly id: ChainId }) => JsonRpc

/**
 * The gateway as JSON-RPC. viem's clients are not used for reading: their results are typed but not parsed, and their
 * retries have neither a clock port nor the HTTP-date form of `Retry-After`.
 */
export const rpcOpener =
  (ports: AdapterPorts): OpenRpc =>
  (network) =>
    createJsonRpc(ports, ports.rpcUrl(network))
