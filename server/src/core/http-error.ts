/** Statuses that a refusal can have; 501: this deployment has no adapter for it. */
export type HttpErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 501 | 502 | 503

/** An answer that refuses a call; the message goes to the caller as `{ reasons: [{ description }] }`. */
export class HttpError extends Error {
  override readonly name = 'Refusal'
  readonly status: HttpErrorStatus
  /** Whole seconds, for `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: HttpErrorStatus, description: string, retryAfterSeconds?: number) {
    super(description)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What a call gets for which the operator has configured nothing. */
export const notConfigured = (what: string): HttpError =>
  new HttpError(501, `This deployment has no ${what} configured`)
