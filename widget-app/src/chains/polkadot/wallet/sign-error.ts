import { isProviderRpcError, type ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { isSessionHandle } from '../../walletconnect-source.ts'
import { isTelling } from './wallet-error.ts'

/** Codes which say more than that nothing was sent. */
const precise: readonly number[] = [
  providerCodes.userRejected,
  providerCodes.unauthorized,
  providerCodes.requestPending,
  providerCodes.limitExceeded,
]

const isExpired = ({ data }: ProviderRpcError): boolean =>
  typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'expired'

/**
 * Reads why a wallet did not sign a transfer. Only a signature was asked for, so an error of the wallet's own means that
 * nothing was sent. A signature that is lost on its way from a session reaches nobody, so nothing was sent either; one that
 * is lost on its way from the page may be in the hands of the page, which can submit it: nobody can tell.
 */
export function signError(thrown: unknown, handle: string): unknown {
  if (!isProviderRpcError(thrown)) return thrown
  const isKnown = isSessionHandle(handle) ? precise.includes(thrown.code) : isTelling(thrown)
  if (isKnown) return thrown
  const reason = isSessionHandle(handle) && isExpired(thrown) ? 'expired' : 'wallet'
  const data = { reason, code: thrown.code, walletMessage: thrown.message }
  return new WidgetError('send/failed', 'Failed to sign transaction', { cause: thrown, data })
}
