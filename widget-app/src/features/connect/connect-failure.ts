import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { AnalyticsEvent } from '#widget/domain/analytics/analytics-events.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'

/** Why a wallet is not connected, as far as it changes the user's next step. */
export type ConnectFailure =
  /** The user rejected, or another attempt replaced this one. */
  | { readonly is: 'rejected' }
  /** The wallet still shows an earlier request (EIP-1474 −32002). */
  | { readonly is: 'pending' }
  /** The wallet is locked, or the user selected no account. */
  | { readonly is: 'noAccount' }
  /** The page no longer announces this wallet. */
  | { readonly is: 'gone' }
  /** The wallet did not respond. */
  | { readonly is: 'silent'; readonly details: ErrorDetails }
  | { readonly is: 'failed'; readonly details: ErrorDetails }

function errorReasonOf(thrown: unknown): unknown {
  if (!isProviderRpcError(thrown)) return undefined
  const { data } = thrown
  return typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined
}

/** Converts an error of `connectWallet` to a failure. */
export function readConnectFailure(thrown: unknown): ConnectFailure {
  if (thrown instanceof Error && thrown.name === 'AbortError') return { is: 'rejected' }
  if (isProviderRpcError(thrown, providerCodes.userRejected)) return { is: 'rejected' }
  if (isProviderRpcError(thrown, providerCodes.requestPending)) return { is: 'pending' }
  if (isProviderRpcError(thrown, providerCodes.unauthorized) || isWidgetError(thrown, 'wallet/no-account'))
    return { is: 'noAccount' }
  if (isWidgetError(thrown, 'wallet/not-found')) return { is: 'gone' }
  if (errorReasonOf(thrown) === 'expired' || isWidgetError(thrown, 'wallet/not-answering'))
    return { is: 'silent', details: errorDetails(thrown) }
  return { is: 'failed', details: errorDetails(thrown) }
}

/** The analytics event of a failure; undefined while the wallet still shows an earlier request. */
export function connectFailureEvent(failure: ConnectFailure): AnalyticsEvent | undefined {
  switch (failure.is) {
    case 'pending':
      return undefined
    case 'rejected':
      return { event: 'USER_REJECTED', properties: { message: 'User rejected the request' } }
    case 'noAccount':
      return { event: 'CONNECT_ERROR', properties: { message: 'Account not found' } }
    case 'gone':
      return { event: 'CONNECT_ERROR', properties: { message: 'Connector not found' } }
    case 'silent':
    case 'failed':
      return { event: 'CONNECT_ERROR', properties: { message: failure.details.text } }
  }
}
