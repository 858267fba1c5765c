import type { RpcResponse } from '../../../shared/api/rpc.ts'
import * as z from '../../../shared/zod.ts'
import { ChainCallError } from '../ports/chain-call-error.ts'
import type { ChainRpc } from '../ports/rpc.ts'

/** A JSON-RPC method and its parameters. */
export type ChainCall = { readonly method: string; readonly params: readonly unknown[] }

export type ReadOptions = {
  readonly signal?: AbortSignal | undefined
  /** True to bypass the cache. */
  readonly isFresh?: boolean | undefined
}

/** Sends calls; responses are in the order of the calls. @throws UnsupportedChainError */
export async function sendCalls(
  rpc: ChainRpc,
  chainId: string,
  calls: readonly ChainCall[],
  { signal, isFresh }: ReadOptions = {},
): Promise<readonly RpcResponse[]> {
  const requests = calls.map(({ method, params }, at) => ({
    jsonrpc: '2.0' as const,
    id: at + 1,
    method,
    params: [...params],
  }))
  const responses = await rpc.send(chainId, requests, {
    ...(signal === undefined ? {} : { signal }),
    ...(isFresh === undefined ? {} : { isFresh }),
  })
  if (responses.length !== calls.length)
    throw new Error(`${chainId} answered ${responses.length} of ${calls.length} calls`)
  return responses
}

/**
 * The parsed result of one response.
 * @throws ChainCallError for a JSON-RPC error and for a result of another shape.
 */
export function resultOf<Schema extends z.ZodMiniType>(
  chainId: string,
  method: string,
  response: RpcResponse | undefined,
  schema: Schema,
): z.output<Schema> {
  const call = { chainId, method }
  if (response === undefined) throw new ChainCallError(call, 'no answer')
  if ('error' in response) throw new ChainCallError(call, response.error)
  const parsed = z.safeParse(schema, response.result)
  if (!parsed.success) throw new ChainCallError(call, 'unexpected result')
  return parsed.data
}

/**
 * Sends one call and parses its result.
 * @throws ChainCallError, UnsupportedChainError
 */
export async function callChain<Schema extends z.ZodMiniType>(
  rpc: ChainRpc,
  chainId: string,
  { method, params }: ChainCall,
  schema: Schema,
  options?: ReadOptions,
): Promise<z.output<Schema>> {
  const [response] = await sendCalls(rpc, chainId, [{ method, params }], options)
  return resultOf(chainId, method, response, schema)
}
