import type { RpcRequest, RpcResponse } from '../../../shared/api/rpc.ts'
import { texts } from '../../../shared/errors/codes.ts'
import type { ChainRpc } from '../ports/rpc.ts'
import { isRpcMethodAllowed } from './rpc-methods.ts'

/**
 * Sends the calls of a batch that may pass and refuses the rest with −32601 'Requested RPC call is not allowed' (SPEC §6); answers
 * come in the order of the calls.
 * @throws UnsupportedChainError
 */
export async function relayCalls(
  rpc: ChainRpc,
  chainId: string,
  calls: readonly RpcRequest[],
  options?: { readonly signal?: AbortSignal },
): Promise<readonly RpcResponse[]> {
  const allowed = calls.filter((call) => isRpcMethodAllowed(chainId, call.method))
  const answers = [...(await rpc.send(chainId, allowed, options))]
  return calls.map((call) => {
    const answer = isRpcMethodAllowed(chainId, call.method) ? answers.shift() : undefined
    return answer ?? refusal(call)
  })
}

const refusal = (call: RpcRequest): RpcResponse => ({
  jsonrpc: '2.0',
  id: call.id,
  error: { code: -32601, message: texts.rpcNotAllowed, data: undefined },
})
