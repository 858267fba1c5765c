import { retryableStatuses } from '#shared/config/limits.ts'
import { httpStatusOf, rejectionReasonOf } from '#widget/lib/http.ts'
import { sanitizeSentence } from '#widget/lib/text/sanitize-text.ts'

/** Longer than a person reads on. */
const reasonMaxLength = 256

/** That the service was asked and does not do it; `reason` is why, in its own words, safe to show. */
export type OnrampFailure = { readonly reason: string | undefined }

/** Reads a refusal off a failed call; undefined for an outage, and for a service that wants to be asked later. */
export function toOnrampFailure(error: unknown): OnrampFailure | undefined {
  const status = httpStatusOf(error) ?? 0
  if (status < 400 || status >= 500 || retryableStatuses.includes(status)) return undefined
  return { reason: sanitizeSentence(rejectionReasonOf(error) ?? '', reasonMaxLength) || undefined }
}
