/**
 * Why a fetch failed. `url`: the URL breaks a rule. `address`: the host has no address, or one that is not public.
 * `redirect`: the response is a redirect that is not followed. `status`: the response is not 2xx. `network`: DNS, TCP, TLS
 * or HTTP failed.
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

/** A fetch that failed. Neither the message nor a property contains any part of the URL, of a header or of the response. */
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
  /** Of the response, after decompression. */
  readonly maxBytes: number
  /** Of the whole fetch: DNS, redirects and the body. */
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

/** A response of any status but a redirect. */
export type OutboundResponse = {
  /** HTTP status. */
  readonly status: number
  /** The body, parsed; undefined when it is not JSON. */
  readonly json: unknown
  /** Time until the `retry-after` header's value (RFC 9110 §10.2.3); undefined without one in the future. */
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
   * Sends a request and parses the JSON of the response; never follows a redirect, which would send the headers to another
   * host.
   * @throws OutboundError; the reason of `signal` when it aborts.
   */
  readonly fetchJson: (url: string, request: OutboundRequest) => Promise<unknown>
  /**
   * As `fetchJson`, but returns the response of any status: APIs describe their errors in the body.
   * @throws OutboundError, never with the reasons `status` and `json`; the reason of `signal` when it aborts.
   */
  readonly fetchResponse: (url: string, request: OutboundRequest) => Promise<OutboundResponse>
  /** Closes the connections. */
  readonly close: () => Promise<void>
}
