import type { ChainId } from '#shared/caip/chain-id.ts'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { AdapterPorts, HostRpcCall } from '../adapter-ports.ts'
import { createJsonRpc, type JsonRpc } from '../json-rpc.ts'

/** Opens the read-only RPC of a network. */
export type OpenRpc = (network: { readonly id: ChainId }) => JsonRpc

/**
 * Opens the gateway as JSON-RPC. viem's clients are not used for reads: their results are typed but not parsed, and their
 * retries have neither a clock port nor the HTTP-date form of `Retry-After`. A chain that only the host serves has no RPC
 * here: the host must not verify its own claims.
 */
export const rpcOpener =
  (ports: AdapterPorts): OpenRpc =>
  (network) =>
    ports.hostRpc?.(network.id) ? unavailableRpc : createJsonRpc(ports, ports.rpcUrl(network))

/** The same for balances and prices to display; on a chain that only the host serves, the host reads them. */
export const readRpcOpener =
  (ports: AdapterPorts): OpenRpc =>
  (network) => {
    const hostCall = ports.hostRpc?.(network.id)
    return hostCall ? createHostRpc(hostCall) : createJsonRpc(ports, ports.rpcUrl(network))
  }

const unavailableRpc: JsonRpc = async () => {
  throw new WidgetError('http/network', 'Only the site has an RPC for this chain')
}

/** Codes by which the host page reports that it could not call its node, except those that nodes use too. */
const unreachableCodes = [
  providerCodes.disconnected,
  providerCodes.chainDisconnected,
  providerCodes.limitExceeded,
]

/** Calls through the host page, with results parsed like those of the gateway; the host page does the retries. */
const createHostRpc =
  (hostCall: HostRpcCall): JsonRpc =>
  async (method, params, result, { signal } = {}) => {
    let response: unknown
    try {
      response = await hostCall({ method, params }, signal)
    } catch (cause) {
      signal?.throwIfAborted()
      if (!isProviderRpcError(cause) || unreachableCodes.some((code) => code === cause.code))
        throw new WidgetError('http/network', 'The site does not tell anything of the chain', { cause })
      throw cause
    }
    const parsed = z.safeParse(result, response)
    if (parsed.success) return parsed.data
    throw new WidgetError('http/invalid-response', `Unexpected result of ${method}`, { cause: parsed.error })
  }
