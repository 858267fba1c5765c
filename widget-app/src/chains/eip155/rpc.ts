import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { AdapterPorts, HostRpcCall } from '../adapter-ports.ts'
import { createJsonRpc, type JsonRpc } from '../json-rpc.ts'

/** Opens the read-only RPC of a network. */
export type OpenRpc = (network: { readonly id: ChainId }) => JsonRpc

/**
 * The gateway as JSON-RPC. viem's clients are not used for reading: their results are typed but not parsed, and their
 * retries have neither a clock port nor the HTTP-date form of `Retry-After`. A chain of the site alone has none: what
 * proves something is not asked of whoever wants it proven.
 */
export const rpcOpener =
  (ports: AdapterPorts): OpenRpc =>
  (network) =>
    ports.siteRead?.(network.id) ? nobody : createJsonRpc(ports, ports.rpcUrl(network))

/** The same for figures to show; on a chain of the site alone they come from the site. */
export const figuresOpener =
  (ports: AdapterPorts): OpenRpc =>
  (network) => {
    const siteRead = ports.siteRead?.(network.id)
    return siteRead ? siteRpc(siteRead) : createJsonRpc(ports, ports.rpcUrl(network))
  }

const nobody: JsonRpc = async () => {
  throw new WidgetError('http/network', 'Nobody but this site serves the chain')
}

/** Codes by which the page says that it could not ask its node, as far as a node does not use them too. */
const unreached = [providerCodes.disconnected, providerCodes.chainDisconnected, providerCodes.limitExceeded]

/** Reads of the page, parsed like those of the gateway; the page repeats what is worth repeating. */
const siteRpc =
  (siteRead: HostRpcCall): JsonRpc =>
  async (method, params, result, { signal } = {}) => {
    let answer: unknown
    try {
      answer = await siteRead({ method, params }, signal)
    } catch (cause) {
      signal?.throwIfAborted()
      if (!isProviderRpcError(cause) || unreached.some((code) => code === cause.code))
        throw new WidgetError('http/network', 'The site does not tell anything of the chain', { cause })
      throw cause
    }
    const parsed = z.safeParse(result, answer)
    if (parsed.success) return parsed.data
    throw new WidgetError('http/invalid-response', `Unexpected result of ${method}`, { cause: parsed.error })
  }
