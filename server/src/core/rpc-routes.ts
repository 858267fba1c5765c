import { postRpc } from '../../../shared/api/rpc.ts'
import type { ChainRpc } from '../ports/rpc.ts'
import { type Route, route } from './route.ts'
import { relayCalls } from './rpc-gateway.ts'

/** The JSON-RPC gateway (SPEC §7): reads of every chain that the deployment has nodes for, single or batched. */
export function rpcRoutes(rpc: ChainRpc): readonly Route[] {
  return [
    route(postRpc, async ({ body, query: { chainId }, signal }) => {
      if (Array.isArray(body)) return [...(await relayCalls(rpc, chainId, body, { signal }))]
      const [answer] = await relayCalls(rpc, chainId, [body], { signal })
      if (answer === undefined) throw new Error('The gateway left a call without an answer')
      return answer
    }),
  ]
}
