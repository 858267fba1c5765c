import type { RpcRequest, RpcResponse } from '../../../shared/api/rpc.ts'
import { texts } from '../../../shared/errors/codes.ts'
import type { ChainRpc } from '../ports/rpc.ts'
import { sharedJson } from './json-text.ts'
import { isRpcMethodAllowed } from './rpc-methods.ts'

/**
 * Forwards the allowed calls of a batch and rejects the others with −32601 'Requested RPC call is not allowed' (SPEC §6);
 * responses are in the order of the calls.
 * @throws UnsupportedChainError
 */
export async function forwardCalls(
  rpc: ChainRpc,
  chainId: string,
  calls: readonly RpcRequest[],
  options?: { readonly signal?: AbortSignal },
): Promise<readonly RpcResponse[]> {
  const isAllowed = calls.map((call) => isRpcMethodAllowed(chainId, call.method))
  const allowed = calls.filter((_, at) => isAllowed[at])
  const responses = [...(await rpc.send(chainId, allowed, options))]
  return calls.map((call, at) => (isAllowed[at] ? responses.shift() : undefined) ?? notAllowed(call))
}

/** JSON of a response. A result in the gateway's cache is serialized once, not per caller. */
export const responseText = (response: RpcResponse): string =>
  'result' in response
    ? `{"jsonrpc":"2.0","id":${JSON.stringify(response.id)},"result":${sharedJson(response.result)}}`
    : JSON.stringify(response)

const notAllowed = (call: RpcRequest): RpcResponse => ({
  jsonrpc: '2.0',
  id: call.id,
  error: { code: -32601, message: texts.rpcNotAllowed, data: undefined },
})
