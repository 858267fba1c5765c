import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { type Fault, faultOf } from '#widget/lib/error-details.ts'
import { refusalOf } from '#widget/lib/http.ts'
import { cleanSentence } from '#widget/lib/text/sanitize-text.ts'

/**
 * Why a service did not do what an account signed for it. `refused`: in the words of the service; `unknown`: perhaps it
 * did.
 */
export type ServiceSetback =
  | { readonly is: 'rejected' }
  | { readonly is: 'pending' }
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'unknown' }
  | { readonly is: 'failed'; readonly fault: Fault }

const reasonMaxLength = 200

/** What a wallet's or a service's error comes to. */
export function serviceSetbackOf(cause: unknown): ServiceSetback {
  if (isProviderRpcError(cause, providerCodes.userRejected)) return { is: 'rejected' }
  if (isProviderRpcError(cause, providerCodes.requestPending)) return { is: 'pending' }
  const reason = cleanSentence(refusalOf(cause) ?? '', reasonMaxLength)
  return reason === '' ? { is: 'failed', fault: faultOf(cause) } : { is: 'refused', reason }
}

/** Whether an error says nothing of what the service did. */
export const isUnclear = (cause: unknown): boolean =>
  isWidgetError(cause, 'http/network') ||
  isWidgetError(cause, 'http/timeout') ||
  isWidgetError(cause, 'http/invalid-response') ||
  (isWidgetError(cause, 'http/status') && refusalOf(cause) === undefined)
