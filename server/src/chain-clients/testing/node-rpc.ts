import { type RpcRequest, type RpcResponse, rpcResponse } from '../../../../shared/api/rpc.ts'
import * as z from '../../../../shared/zod.ts'
import { type ChainRpc, UnsupportedChainError } from '../../ports/rpc.ts'

/** A `ChainRpc` that records the calls it sends. */
export type RecordedRpc = ChainRpc & {
  /** The calls of each request, in order. */
  readonly sent: readonly (readonly RpcRequest[])[]
  /** Per request, whether it bypasses the cache. */
  readonly fresh: readonly boolean[]
}

type SendCalls = (chainId: string, calls: readonly RpcRequest[]) => Promise<readonly RpcResponse[]>

function recorded(chainIds: readonly string[], respond: SendCalls): RecordedRpc {
  const sent: (readonly RpcRequest[])[] = []
  const fresh: boolean[] = []
  return {
    sent,
    fresh,
    chainIds: () => chainIds,
    send: async (chainId, calls, options) => {
      if (!chainIds.includes(chainId)) throw new UnsupportedChainError(chainId)
      sent.push(calls)
      fresh.push(options?.isFresh === true)
      return respond(chainId, calls)
    },
  }
}

/** Sends batches to one node per chain, without cache and failover. */
export function nodeRpc(urls: Readonly<Record<string, string>>): RecordedRpc {
  return recorded(Object.keys(urls), async (chainId, calls) => {
    const response = await fetch(urls[chainId] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls),
    })
    const responses = z.parse(z.array(rpcResponse), await response.json())
    return calls.map(({ id }) => {
      const respond = responses.find((one) => one.id === id)
      if (respond === undefined) throw new Error(`The node did not answer call ${id}`)
      return respond
    })
  })
}

/** The error that a gateway returns when no node responds. */
export class NodeErrorResponse extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Responds to each call by a function, which throws `NodeErrorResponse` for a JSON-RPC error. */
export function scriptedRpc(
  chainIds: readonly string[],
  respond: (call: RpcRequest, chainId: string) => unknown,
): RecordedRpc {
  return recorded(chainIds, async (chainId, calls) =>
    Promise.all(
      calls.map(async (call): Promise<RpcResponse> => {
        const { id } = call
        try {
          return { jsonrpc: '2.0', id, result: (await respond(call, chainId)) ?? null }
        } catch (error) {
          if (!(error instanceof NodeErrorResponse)) throw error
          const { code, message, data } = error
          return { jsonrpc: '2.0', id, error: { code, message, data } }
        }
      }),
    ),
  )
}
