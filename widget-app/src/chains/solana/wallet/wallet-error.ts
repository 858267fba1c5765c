import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { userRejectionPattern } from '../../rejection-pattern.ts'
import { requestAndParse, userRejection } from '../../request-wallet.ts'

/** Whether a wallet's error is a rejection by the user, by its code or its message. */
export const isRejection = (error: unknown): boolean =>
  isProviderRpcError(error, providerCodes.userRejected) ||
  (isProviderRpcError(error, providerCodes.internal, providerCodes.server) &&
    userRejectionPattern.test(error.message))

/** Sends a request to a wallet; converts every rejection by the user to 4001. */
export const requestWallet = requestAndParse((error) =>
  isRejection(error) && !isProviderRpcError(error, providerCodes.userRejected) ? userRejection : undefined,
)
