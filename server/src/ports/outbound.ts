/**
 * Why a fetch failed. `url`: the URL breaks a rule. `address`: the host has no address, or one that is not public.
 * `redirect`: the answer is a redirect that is not followed. `status`: the answer is not 2xx. `network`: DNS, TCP, TLS or HTTP failed.
 */
export type OutboundFailure =
  | 'url'
  | 'address'
  | 'redirect'
  | 'status'
  | 'too-large'
  | 'encoding'
  | 'json'
  | 'timeout'
  | 'network'

/** A fetch that failed. Neither the message nor a property holds any part of the URL, of a header or of the answer. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly reason: OutboundFailure
  /** HTTP status of `redirect` and `status`. */
  readonly status: number | undefined

  constructor(reason: OutboundFailure, message: string, status?: number) {
    super(message)
    this.reason = reason
    this.status = status
  }
}

export type OutboundOptions = {
  /** Of the answer, after decompression. */
  readonly maxBytes: number
  /** Of everything: DNS, redirects and the body. */
  readonly timeoutMs: number
  /** Media types for the `accept` header, in order of preference. */
  readonly accept?: readonly string[]
  readonly signal?: AbortSignal
}

export type OutboundRequest = OutboundOptions & {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type OutboundBytes = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Of the `content-type` header, in lower case without parameters; '' without the header. */
  readonly mediaType: string
}

/** An answer of any status but a redirect. */
export type OutboundResponse = {
  /** HTTP status. */
  readonly status: number
  /** The body, parsed; undefined when it is not JSON. */
  readonly json: unknown
  /** From now, of the `retry-after` header (RFC 9110 §10.2.3); undefined without one in the future. */
  readonly retryAfterMs: number | undefined
}

/** Fetches URLs that the operator does not control. */
export type Outbound = {
  /**
   * GETs a URL. Follows at most `maxRedirects` redirects (default 0), each checked as the first URL.
   * @throws OutboundError; the reason of `signal` when it aborts.
   */
  readonly fetchBytes: (
    url: string,
    options: OutboundOptions & { readonly maxRedirects?: number },
  ) => Promise<OutboundBytes>
  /**
   * Sends a request and parses the JSON of the answer; never follows a redirect, which would carry headers elsewhere.
   * @throws OutboundError; the reason of `signal` when it aborts.
   */
  readonly fetchJson: (url: string, request: OutboundRequest) => Promise<unknown>
  /**
   * As `fetchJson`, but returns the answer of any status: APIs describe their errors in the body.
   * @throws OutboundError, never with the reasons `status` and `json`; the reason of `signal` when it aborts.
   */
  readonly fetchAnswer: (url: string, request: OutboundRequest) => Promise<OutboundResponse>
  /** Closes the connections. */
  readonly close: () => Promise<void>
}
