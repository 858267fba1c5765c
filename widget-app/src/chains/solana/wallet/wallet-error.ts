import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { refusedByUser } from '../../rejection-pattern.ts'
import { requestAndParse, userRejection } from '../../request-wallet.ts'

/** Whether a wallet's error is the person's no, in its code or in words. */
export const isRefusal = (error: unknown): boolean =>
  isProviderRpcError(error, providerCodes.userRejected) ||
  (isProviderRpcError(error, providerCodes.internal, providerCodes.server) &&
    refusedByUser.test(error.message))

/** Asks a wallet; however it says that the person refused, the caller sees 4001. */
export const ask = requestAndParse((error) =>
  isRefusal(error) && !isProviderRpcError(error, providerCodes.userRejected) ? userRejection : undefined,
)
