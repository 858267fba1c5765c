/** Statuses of an HTTP error; 501: this deployment has no adapter for the call. */
export type HttpErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 501 | 502 | 503

/** An error with a status for the caller; the message is sent as `{ reasons: [{ description }] }`. */
export class HttpError extends Error {
  override readonly name = 'Refusal'
  readonly status: HttpErrorStatus
  /** Whole seconds, for `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: HttpErrorStatus,
    description: string,
    retryAfterSeconds?: number,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(description)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.headers = headers
  }
}

/** Error for a call that needs something the operator has not configured. */
export const notConfigured = (what: string): HttpError =>
  new HttpError(501, `This deployment has no ${what} configured`)
