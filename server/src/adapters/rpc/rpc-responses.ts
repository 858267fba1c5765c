import * as z from '../../../../shared/zod.ts'
import type { RpcFailure } from '../../ports/rpc.ts'

/** Result of one call at one node, without the call's id. */
export type RpcCallResult =
  | { readonly is: 'result'; readonly result: unknown }
  /** A JSON-RPC error. With `isRetryable`, another node may succeed: this one is behind, limited or lacks the method. */
  | { readonly is: 'error'; readonly error: RpcErrorObject; readonly isRetryable: boolean }
  /** No usable response. `sent` is false when the call certainly never left this process. */
  | { readonly is: 'failed'; readonly reason: RpcFailure; readonly sent: boolean; readonly pauseMs?: number }

export type RpcErrorObject = { readonly code: number; readonly message: string; readonly data?: unknown }

const errorObjectSchema = z.object({
  code: z.number(),
  message: z.catch(z.string(), ''),
  data: z.optional(z.unknown()),
})

/** Some nodes send `result: null` with an error, or `error: null` with a result. */
const responseSchema = z.object({
  id: z.nullish(z.union([z.string(), z.number()])),
  error: z.nullish(errorObjectSchema),
  result: z.optional(z.unknown()),
})

type RpcNodeResponse = z.infer<typeof responseSchema>

const failed = (reason: RpcFailure): RpcCallResult => ({ is: 'failed', reason, sent: true })

/**
 * Parses the response to one call with the id 1.
 * @param redact removes a node's secrets from the text of an error
 */
export function parseSingle(body: unknown, redact: Redact): RpcCallResult {
  const parsed = z.safeParse(responseSchema, body)
  if (!parsed.success) return failed('wrong-shape')
  const { id, error } = parsed.data
  // A node that could not parse the request responds with the id null.
  if (id !== 1 && !(error && id == null)) return failed('missing-answer')
  return resultOf(parsed.data, redact)
}

/**
 * Parses the responses to a batch with the ids 1…`count`, in any order. An object instead of an array rejects the whole
 * batch.
 */
export function parseBatch(body: unknown, count: number, redact: Redact): readonly RpcCallResult[] {
  if (!Array.isArray(body)) {
    const parsed = z.safeParse(responseSchema, body)
    const errorObject = parsed.success ? parsed.data.error : undefined
    const reason = !errorObject ? 'wrong-shape' : isLimit(errorObject) ? 'limited' : 'batch-refused'
    return Array.from({ length: count }, () => failed(reason))
  }
  const byId = new Map<unknown, RpcCallResult>()
  for (const item of body) {
    const parsed = z.safeParse(responseSchema, item)
    if (parsed.success && !byId.has(parsed.data.id)) byId.set(parsed.data.id, resultOf(parsed.data, redact))
  }
  return Array.from({ length: count }, (_, at) => byId.get(at + 1) ?? failed('missing-answer'))
}

type Redact = (text: string) => string

function resultOf(response: RpcNodeResponse, redact: Redact): RpcCallResult {
  const { error, result } = response
  if (error == null) return result === undefined ? failed('wrong-shape') : { is: 'result', result }
  if (isLimit(error)) return failed('limited')
  return {
    is: 'error',
    error: redactError(error, redact),
    isRetryable: isBehind(error) || lacksMethod(error) || isInternal(error),
  }
}

function redactError({ code, message, data }: RpcErrorObject, redact: Redact): RpcErrorObject {
  const text = data === undefined ? '' : JSON.stringify(data)
  return { code, message: redact(message), ...(redact(text) === text && data !== undefined ? { data } : {}) }
}

/** Why a transaction or call itself fails; every node returns the same error. */
const execution =
  /revert|out of gas|gas required exceeds|insufficient (funds|balance)|invalid opcode|stack (over|under)flow|nonce too|underpriced|already known|intrinsic gas/i

const isExecution = ({ code, message }: RpcErrorObject) => code === 3 || execution.test(message)

/** Messages and codes of nodes and vendors that limit requests; −32005 of EIP-1474 also means "too many results". */
const isLimit = (errorObject: RpcErrorObject) =>
  !isExecution(errorObject) &&
  !/results|block range|range is too/i.test(errorObject.message) &&
  // A Solana node that is behind also uses −32005.
  !/behind|unhealthy/i.test(errorObject.message) &&
  (errorObject.code === 429 ||
    errorObject.code === -32005 ||
    errorObject.code === -32029 ||
    /rate.?limit|too many requests|request limit|quota|capacity|credits|throttl/i.test(errorObject.message))

const behind =
  /header not found|missing trie node|unknown ?block|block not found|block .*not (yet )?available|state .*(not available|unavailable|pruned)|historical state|pruned|discarded|not (fully )?synced|syncing|behind|unhealthy|minimum context slot|results|block range/i

/**
 * Solana: block not available, node unhealthy, no snapshot, ledger cleaned up, status not available, minimum context slot.
 */
const behindCodes: readonly number[] = [-32001, -32004, -32005, -32008, -32011, -32014, -32016, -32019]

const isBehind = (errorObject: RpcErrorObject) =>
  !isExecution(errorObject) && (behindCodes.includes(errorObject.code) || behind.test(errorObject.message))

const lacksMethod = ({ code }: RpcErrorObject) => code === -32601

/** Some nodes report a revert as an internal error, with its data. */
const isInternal = (errorObject: RpcErrorObject) =>
  errorObject.code === -32603 && !isExecution(errorObject) && errorObject.data === undefined
