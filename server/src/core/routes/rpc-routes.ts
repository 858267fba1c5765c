import { postRpc } from '../../../../shared/api/rpc.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import { privateAnswer } from '../cache-policy.ts'
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
      privateAnswer,
      async (call) => {
        const { body, query } = call
        const { chainId } = query
        if (Array.isArray(body)) {
          if (body.length > batchMaxCalls)
            throw new HttpError(413, `A batch has at most ${batchMaxCalls} calls`)
          return [...(await forwardCalls(rpc, chainId, body, call))]
        }
        const [answer] = await forwardCalls(rpc, chainId, [body], call)
        if (answer === undefined) throw new Error('The gateway left a call without an answer')
        return answer
      },
      {
        cost: ({ body, query: { chainId } }) => rpcCost(chainId, Array.isArray(body) ? body : [body]),
        write: (answer) =>
          Array.isArray(answer) ? `[${answer.map(responseText).join(',')}]` : responseText(answer),
      },
    ),
  ]
}
