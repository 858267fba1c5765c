import * as z from '../../../shared/zod.ts'
import type { RpcFailure } from './rpc.ts'

/**
 * Why a chain returned no usable result. `limited`: its nodes limit requests. `unavailable`: no node responded. `invalid`: a
 * node returned an error, or a result of another shape.
 */
export type ChainFailure = 'limited' | 'unavailable' | 'invalid'

/** The `data` of an error that `ChainRpc` itself creates. */
const gatewayErrorData = z.object({
  reason: z.string(),
  retryAfterMs: z.optional(z.number()),
})

/** Failures of nodes that responded, but with something unusable. */
const invalidResponses: readonly string[] = [
  'invalid-json',
  'wrong-shape',
  'missing-answer',
  'too-large',
  'batch-refused',
] satisfies readonly RpcFailure[]

type Call = { readonly chainId: string; readonly method: string }
type RpcErrorDetails = { readonly code: number; readonly message: string; readonly data?: unknown }

/**
 * A call of a chain has no usable result. The message is for the operator's log: it may contain a node's text, but no part
 * of its URL.
 */
export class ChainCallError extends Error {
  override readonly name = 'ChainCallError'
  /** CAIP-2. */
  readonly chainId: string
  readonly method: string
  /** The JSON-RPC error code; undefined for a result of another shape. */
  readonly code: number | undefined
  /** The `data` of the JSON-RPC error. */
  readonly data: unknown
  readonly failure: ChainFailure
  /** How long to wait before the next attempt, as the nodes report. */
  readonly retryAfterMs: number | undefined

  /** @param cause the JSON-RPC error, or what is wrong with the result */
  constructor({ chainId, method }: Call, cause: RpcErrorDetails | string) {
    super(`${method} on ${chainId}: ${typeof cause === 'string' ? cause : cause.message}`)
    this.chainId = chainId
    this.method = method
    const rpcError = typeof cause === 'string' ? undefined : cause
    this.code = rpcError?.code
    this.data = rpcError?.data
    const gateway = z.safeParse(gatewayErrorData, rpcError?.data)
    this.failure = gateway.success ? failureOf(gateway.data.reason) : 'invalid'
    this.retryAfterMs = gateway.success ? gateway.data.retryAfterMs : undefined
  }
}

function failureOf(reason: string): ChainFailure {
  if (reason === 'limited' || reason === 'busy') return 'limited'
  return invalidResponses.includes(reason) ? 'invalid' : 'unavailable'
}
