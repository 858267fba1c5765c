import { postRpc } from '../../../../shared/api/rpc.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import { privateResponse } from '../cache-policy.ts'
import { HttpError } from '../http-error.ts'
import { forwardCalls, responseText } from '../rpc-gateway.ts'
import { rpcCost } from '../rpc-methods.ts'
import { type Route, route } from './route.ts'

/**
 * The JSON-RPC gateway (SPEC §7): reads of every chain that has nodes in this deployment, single or batched.
 * @param batchMaxCalls below the 100 that the endpoint's schema allows.
 */
export function rpcRoutes(rpc: ChainRpc, batchMaxCalls: number): readonly Route[] {
  return [
    route(
      postRpc,
      privateResponse,
      async (call) => {
        const { body, query } = call
        const { chainId } = query
        if (Array.isArray(body)) {
          if (body.length > batchMaxCalls)
            throw new HttpError(413, `A batch has at most ${batchMaxCalls} calls`)
          return [...(await forwardCalls(rpc, chainId, body, call))]
        }
        const [response] = await forwardCalls(rpc, chainId, [body], call)
        if (response === undefined) throw new Error('The gateway left a call without an answer')
        return response
      },
      {
        cost: ({ body, query: { chainId } }) => rpcCost(chainId, Array.isArray(body) ? body : [body]),
        write: (response) =>
          Array.isArray(response) ? `[${response.map(responseText).join(',')}]` : responseText(response),
      },
    ),
  ]
}
