import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { userRejectionPattern } from '../../rejection-pattern.ts'
import {
  hasLinkReason,
  requestAndParse,
  userRejection,
  type WalletErrorObject,
} from '../../request-wallet.ts'

/** Extensions have no error codes, only messages (polkadot-js, Talisman, SubWallet). */
const rejectedPattern = /^(?:cancell?ed|rejected)\b/i
const pendingPattern = /pending authori[sz]ation request|already (?:a )?pending/i

const messagePatterns: readonly (readonly [words: RegExp, rejection: WalletErrorObject])[] = [
  [rejectedPattern, userRejection],
  [userRejectionPattern, userRejection],
  [pendingPattern, { code: providerCodes.requestPending, message: 'The wallet is already asking' }],
]

/** Codes that identify the cause. */
const causeCodes: readonly number[] = [
  providerCodes.userRejected,
  providerCodes.unauthorized,
  providerCodes.disconnected,
  providerCodes.chainDisconnected,
  providerCodes.requestPending,
  providerCodes.limitExceeded,
]

/** Whether an error identifies its cause: the wallet's by its code, or the link's by its reason. */
export const hasKnownCause = (thrown: unknown): boolean =>
  isProviderRpcError(thrown) && (causeCodes.includes(thrown.code) || hasLinkReason(thrown.data))

/**
 * Sends a request to a wallet; a message about a rejection or a pending request is converted to its code, 4001 or −32002.
 */
export const requestWallet = requestAndParse((error) =>
  isProviderRpcError(error) && !hasKnownCause(error)
    ? messagePatterns.find(([pattern]) => pattern.test(error.message))?.[1]
    : undefined,
)
