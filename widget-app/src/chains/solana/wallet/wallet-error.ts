import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { refusedByUser } from '../../rejection-pattern.ts'
import { requestAndParse, userRejection } from '../../request-wallet.ts'

/** Whether a wallet's error is a rejection by the user, by its code or its message. */
export const isRefusal = (error: unknown): boolean =>
  isProviderRpcError(error, providerCodes.userRejected) ||
  (isProviderRpcError(error, providerCodes.internal, providerCodes.server) &&
    refusedByUser.test(error.message))

/** Sends a request to a wallet; converts every rejection by the user to 4001. */
export const ask = requestAndParse((error) =>
  isRefusal(error) && !isProviderRpcError(error, providerCodes.userRejected) ? userRejection : undefined,
)
