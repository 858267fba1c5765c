import * as z from 'zod/mini'
import { type RpcRequest, type RpcResponse, rpcResponse } from '#shared/api/rpc.ts'
import { rpcTreatment } from '#shared/channel/rpc-policy.ts'
import { texts } from '#shared/errors/codes.ts'

const batchAnswer = z.array(rpcResponse)

/** Sends the reads of a batch to the node and refuses the rest; answers come in the order of the calls. */
export async function relayReads(rpcUrl: string, calls: readonly RpcRequest[]): Promise<RpcResponse[]> {
  const reads = calls.filter((call) => rpcTreatment(call.method) === 'read')
  const answers = reads.length === 0 ? [] : await askNode(rpcUrl, reads)
  const waiting = [...answers]
  return calls.map((call) => {
    if (rpcTreatment(call.method) !== 'read') return failure(call, -32601, texts.rpcNotAllowed)
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
