import { postRpc } from '#shared/api/rpc.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { type ApiBase, type HttpPorts, request } from '#widget/lib/http.ts'

/**
 * Asks the RPC gateway one read (SPEC §7). The gateway refuses everything but reads by itself.
 * @throws ProviderRpcError with the node's code and data; WidgetError `http/…` when the gateway fails after retries.
 */
export async function readFromGateway(
  ports: HttpPorts,
  api: ApiBase,
  chainId: ChainId,
  call: { readonly method: string; readonly params: readonly unknown[] },
  signal: AbortSignal,
): Promise<unknown> {
  const body = { jsonrpc: '2.0' as const, id: 1, method: call.method, params: [...call.params] }
  const answer = await request(ports, api, postRpc, {
    params: {},
    query: { chainId },
    body,
    signal,
    idempotent: true,
  })
  if (Array.isArray(answer)) throw new ProviderRpcError(providerCodes.internal, 'Invalid gateway answer')
  if ('error' in answer)
    throw new ProviderRpcError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}
