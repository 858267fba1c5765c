import * as z from 'zod/mini'
import { type Outbound, OutboundError, type OutboundResponse } from '../ports/outbound.ts'
import { VendorError } from '../ports/vendor.ts'

/** Of an answer, unless the call says otherwise: documented swap transactions have some 50 kB. */
const answerMaxBytes = 1_048_576

/** One request to a vendor's API. */
export type VendorCall<Schema extends z.core.$ZodType> = {
  /** As users know it: `1inch`. */
  readonly vendor: string
  readonly method?: 'GET' | 'POST'
  /** Base URL of the operator's settings, a path of ours behind it. */
  readonly url: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** As it is sent; its media type is a header. */
  readonly body?: string
  readonly timeoutMs: number
  /** Of the answer; 1 MiB unless given. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
  readonly schema: Schema
  /** What a status of 4xx means, if its body says so: an error to throw. */
  readonly errorOf?: (answer: OutboundResponse) => Error | undefined
}

function urlOf({ url, query = {} }: VendorCall<z.core.$ZodType>): string {
  const search = new URLSearchParams(query).toString()
  return `${url.replace(/\/+$/, '')}${search === '' ? '' : `?${search}`}`
}

/** @throws VendorError; the reason of `signal` when it aborts. */
async function answerOf(outbound: Outbound, call: VendorCall<z.core.$ZodType>): Promise<OutboundResponse> {
  const { vendor, method = 'GET', headers = {}, body, timeoutMs, signal, maxBytes = answerMaxBytes } = call
  const request = { method, headers, maxBytes, timeoutMs }
  try {
    return await outbound.fetchAnswer(urlOf(call), {
      ...request,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new VendorError(vendor, 'unavailable', `no answer (${error.reason})`)
  }
}

/**
 * Sends one request, once, and parses the answer.
 * @throws VendorError; what `errorOf` returns.
 */
export async function callVendor<Schema extends z.core.$ZodType>(
  outbound: Outbound,
  call: VendorCall<Schema>,
): Promise<z.output<Schema>> {
  const { vendor, schema, errorOf } = call
  const answer = await answerOf(outbound, call)
  const { status, json, retryAfterMs } = answer
  // 503 with a time is how some ask for a pause.
  if (status === 429 || (status === 503 && retryAfterMs !== undefined))
    throw new VendorError(vendor, 'limited', 'too many requests', retryAfterMs)
  if (status >= 500) throw new VendorError(vendor, 'unavailable', `status ${status}`, retryAfterMs)
  if (status >= 400) throw errorOf?.(answer) ?? new VendorError(vendor, 'rejected', `status ${status}`)
  const parsed = z.safeParse(schema, json)
  if (!parsed.success) throw new VendorError(vendor, 'invalid', 'the answer has an unknown shape')
  return parsed.data
}
