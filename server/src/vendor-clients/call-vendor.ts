import * as z from '../../../shared/zod.ts'
import { type Outbound, OutboundError, type OutboundResponse } from '../ports/outbound.ts'
import { VendorError } from '../ports/vendor.ts'

/** Maximum size of a response by default: documented swap transactions have about 50 kB. */
const responseMaxBytes = 1_048_576

/** One request to a vendor's API. */
export type VendorCall<Schema extends z.core.$ZodType> = {
  /** Name for users: `1inch`. */
  readonly vendor: string
  readonly method?: 'GET' | 'POST'
  /** Base URL from the operator's settings, followed by the adapter's path. */
  readonly url: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent unchanged; its media type is a header. */
  readonly body?: string
  readonly timeoutMs: number
  /** Maximum size of the response; 1 MiB by default. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
  readonly schema: Schema
  /** Returns the error to throw for a 4xx response, if its body describes one. */
  readonly errorOf?: (response: OutboundResponse) => Error | undefined
}

function urlOf({ url, query = {} }: VendorCall<z.core.$ZodType>): string {
  const search = new URLSearchParams(query).toString()
  return `${url.replace(/\/+$/, '')}${search === '' ? '' : `?${search}`}`
}

/** @throws VendorError; the reason of `signal` when it aborts. */
async function sendRequest(outbound: Outbound, call: VendorCall<z.core.$ZodType>): Promise<OutboundResponse> {
  const { vendor, method = 'GET', headers = {}, body, timeoutMs, signal, maxBytes = responseMaxBytes } = call
  const request = { method, headers, maxBytes, timeoutMs }
  try {
    return await outbound.fetchResponse(urlOf(call), {
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
 * Sends one request, once, and parses the response.
 * @throws VendorError; the error that `errorOf` returns.
 */
export async function callVendor<Schema extends z.core.$ZodType>(
  outbound: Outbound,
  call: VendorCall<Schema>,
): Promise<z.output<Schema>> {
  const { vendor, schema, errorOf } = call
  const response = await sendRequest(outbound, call)
  const { status, json, retryAfterMs } = response
  // Some vendors request a pause by a 503 with a time.
  if (status === 429 || (status === 503 && retryAfterMs !== undefined))
    throw new VendorError(vendor, 'limited', 'too many requests', retryAfterMs)
  if (status >= 500) throw new VendorError(vendor, 'unavailable', `status ${status}`, retryAfterMs)
  if (status >= 400) throw errorOf?.(response) ?? new VendorError(vendor, 'rejected', `status ${status}`)
  const parsed = z.safeParse(schema, json)
  if (!parsed.success) throw new VendorError(vendor, 'invalid', 'the answer has an unknown shape')
  return parsed.data
}
