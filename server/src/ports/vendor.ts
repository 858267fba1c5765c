/**
 * Why a vendor gave no usable answer. `limited`: its rate limit, or ours before it. `unavailable`: no answer in time, or one that
 * says that the vendor is broken. `rejected`: it refuses the request or the key. `invalid`: the answer does not have the documented
 * shape, or is not about what was requested.
 */
export type VendorFailure = 'limited' | 'unavailable' | 'rejected' | 'invalid'

/**
 * A vendor gave no usable answer. The message is for the operator's log and for the caller: it has the vendor's name and no part of
 * a URL, a key or an answer.
 */
export class VendorError extends Error {
  override readonly name = 'VendorError'
  /** As users know it: `1inch`. */
  readonly vendor: string
  readonly reason: VendorFailure
  /** How long to wait before another attempt, as the vendor says. */
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
