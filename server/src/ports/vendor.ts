/**
 * Why a vendor returned no usable response. `limited`: its rate limit, or this server's throttle. `unavailable`: no response
 * in time, or one that reports a failure of the vendor. `rejected`: the vendor rejects the request or the key. `invalid`:
 * the response does not have the documented shape, or is not about what was requested.
 */
export type VendorFailure = 'limited' | 'unavailable' | 'rejected' | 'invalid'

/**
 * A vendor returned no usable response. The message is for the operator's log and for the caller: it contains the vendor's
 * name and no part of a URL, a key or a response.
 */
export class VendorError extends Error {
  override readonly name = 'VendorError'
  /** Name for users: `1inch`. */
  readonly vendor: string
  readonly reason: VendorFailure
  /** How long to wait before the next attempt, as the vendor reports. */
  readonly retryAfterMs: number | undefined

  constructor(vendor: string, reason: VendorFailure, detail: string, retryAfterMs?: number) {
    super(`${vendor}: ${detail}`)
    this.vendor = vendor
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/** What clients of vendors report for metrics and logs. */
export type VendorEvent =
  /** One request has ended. */
  | {
      readonly is: 'request'
      readonly vendor: string
      readonly durationMs: number
      readonly result: 'ok' | 'aborted' | VendorFailure
    }
  | { readonly is: 'breaker'; readonly vendor: string; readonly state: 'open' | 'half-open' | 'closed' }
