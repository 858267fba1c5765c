import { isProviderRpcError, type ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { isSessionHandle } from '../../walletconnect-source.ts'
import { hasKnownCause } from './wallet-error.ts'

/** Codes with more information than that nothing was sent. */
const informativeCodes: readonly number[] = [
  providerCodes.userRejected,
  providerCodes.unauthorized,
  providerCodes.requestPending,
  providerCodes.limitExceeded,
]

const isExpired = ({ data }: ProviderRpcError): boolean =>
  typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'expired'

/**
 * Converts the error of a wallet that did not sign a transfer. Only a signature was requested, so the wallet's own error
 * means that nothing was sent. A signature that is lost on its way from a session reaches no other party, so nothing was
 * sent either. One that is lost on its way from the page may be known to the page, which can submit it: the outcome is
 * unknown.
 */
export function signError(thrown: unknown, handle: string): unknown {
  if (!isProviderRpcError(thrown)) return thrown
  const hasCause = isSessionHandle(handle) ? informativeCodes.includes(thrown.code) : hasKnownCause(thrown)
  if (hasCause) return thrown
  const reason = isSessionHandle(handle) && isExpired(thrown) ? 'expired' : 'wallet'
  const data = { reason, code: thrown.code, walletMessage: thrown.message }
  return new WidgetError('send/failed', 'Failed to sign transaction', { cause: thrown, data })
}
