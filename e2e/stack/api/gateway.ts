import * as z from 'zod/mini'
import { type Route, route } from '#server/core/route.ts'
import { UnsupportedChainError } from '#server/ports/rpc.ts'
import { postRpc, type RpcRequest, type RpcResponse, rpcResponse } from '#shared/api/rpc.ts'
import { rpcTreatment } from '#shared/channel/rpc-policy.ts'
import { texts } from '#shared/errors/codes.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import type { Stack } from '../stack-file.ts'

const batchAnswer = z.array(rpcResponse)

/**
 * What the gateway passes on for chains other than Ethereum: what adapters read, and the transactions a wallet signed
 * without sending them.
 */
const otherMethods: Readonly<Record<string, RegExp>> = {
  solana: /^(get[A-Z]\w*|isBlockhashValid|simulateTransaction|sendTransaction)$/,
  polkadot: /^((chain|state|payment|system)_\w+|author_(submitExtrinsic|pendingExtrinsics)|rpc_methods)$/,
}

function passes(chainId: string, method: string): boolean {
  const other = otherMethods[chainId.split(':')[0] ?? '']
  return other === undefined ? rpcTreatment(method) === 'read' : other.test(method)
}

/** The RPC gateway of the local chains. */
export function rpcRoutes(chains: readonly RunningChain[], stack: Stack): readonly Route[] {
  const nodes = new Map([
    ...chains.map(({ plan, rpcUrl }) => [`eip155:${plan.chainId}`, rpcUrl] as const),
    ...[stack.solana, stack.polkadot, stack.acala].map(({ id, rpcUrl }) => [id, rpcUrl] as const),
  ])
  return [
    route(postRpc, async ({ body, query: { chainId } }) => {
      const rpcUrl = nodes.get(chainId)
      if (rpcUrl === undefined) throw new UnsupportedChainError(chainId)
      if (Array.isArray(body)) return relayCalls(rpcUrl, chainId, body)
      const [answer = failure(body, -32603, 'The node gave no answer')] = await relayCalls(rpcUrl, chainId, [
        body,
      ])
      return answer
    }),
  ]
}

/** Sends what may pass of a batch to the node and refuses the rest; answers come in the order of the calls. */
async function relayCalls(
  rpcUrl: string,
  chainId: string,
  calls: readonly RpcRequest[],
): Promise<RpcResponse[]> {
  const reads = calls.filter((call) => passes(chainId, call.method))
  const answers = reads.length === 0 ? [] : await askNode(rpcUrl, reads)
  const waiting = [...answers]
  return calls.map((call) => {
    if (!passes(chainId, call.method)) return failure(call, -32601, texts.rpcNotAllowed)
    return waiting.shift() ?? failure(call, -32603, 'The node gave no answer')
  })
}

async function askNode(rpcUrl: string, calls: readonly RpcRequest[]): Promise<RpcResponse[]> {
  // Numbers of our own: callers may send one id twice in a batch.
  const numbered = calls.map((call, at) => ({ ...call, id: at }))
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(numbered),
  })
  const answers = z.parse(batchAnswer, await response.json())
  return calls.map((call, at) => {
    const answer = answers.find(({ id }) => id === at)
    return answer === undefined
      ? failure(call, -32603, 'The node gave no answer')
      : { ...answer, id: call.id }
  })
}

function failure(call: RpcRequest, code: number, message: string): RpcResponse {
  return { jsonrpc: '2.0', id: call.id, error: { code, message } }
}
