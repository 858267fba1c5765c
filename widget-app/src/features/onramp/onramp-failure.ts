import { retryableStatuses } from '#shared/config/limits.ts'
import { httpStatusOf, rejectionReasonOf } from '#widget/lib/http.ts'
import { sanitizeSentence } from '#widget/lib/text/sanitize-text.ts'

const reasonMaxLength = 256

/** The service rejected the request; `reason` is its own text, sanitized for display. */
export type OnrampFailure = { readonly reason: string | undefined }

/** Converts a failed call to a failure; undefined for an outage or a retryable status. */
export function toOnrampFailure(error: unknown): OnrampFailure | undefined {
  const status = httpStatusOf(error) ?? 0
  if (status < 400 || status >= 500 || retryableStatuses.includes(status)) return undefined
  return { reason: sanitizeSentence(rejectionReasonOf(error) ?? '', reasonMaxLength) || undefined }
}
