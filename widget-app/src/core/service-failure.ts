import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { rejectionReasonOf } from '#widget/lib/http.ts'
import { sanitizeSentence } from '#widget/lib/text/sanitize-text.ts'

/**
 * Why a service did not do what an account signed for it. `service-failed`: with the service's own reason; `unknown`: the outcome
 * is not known.
 */
export type ServiceFailure =
  | { readonly is: 'rejected' }
  | { readonly is: 'pending' }
  | { readonly is: 'service-failed'; readonly reason: string }
  | { readonly is: 'unknown' }
  | { readonly is: 'failed'; readonly details: ErrorDetails }

const reasonMaxLength = 200

/** Converts an error of a wallet or a service. */
export function toServiceFailure(cause: unknown): ServiceFailure {
  if (isProviderRpcError(cause, providerCodes.userRejected)) return { is: 'rejected' }
  if (isProviderRpcError(cause, providerCodes.requestPending)) return { is: 'pending' }
  const reason = sanitizeSentence(rejectionReasonOf(cause) ?? '', reasonMaxLength)
  return reason === '' ? { is: 'failed', details: errorDetails(cause) } : { is: 'service-failed', reason }
}

/** Whether an error leaves the outcome at the service unknown. */
export const isUnknownOutcome = (cause: unknown): boolean =>
  isWidgetError(cause, 'http/network') ||
  isWidgetError(cause, 'http/timeout') ||
  isWidgetError(cause, 'http/invalid-response') ||
  (isWidgetError(cause, 'http/status') && rejectionReasonOf(cause) === undefined)
