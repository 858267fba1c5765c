import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { refusedByUser } from '../../rejection-pattern.ts'
import {
  hasLinkReason,
  requestAndParse,
  userRejection,
  type WalletErrorObject,
} from '../../request-wallet.ts'

/** Extensions have no error codes, only messages (polkadot-js, Talisman, SubWallet). */
const refusedWords = /^(?:cancell?ed|rejected)\b/i
const pendingWords = /pending authori[sz]ation request|already (?:a )?pending/i

const spoken: readonly (readonly [words: RegExp, rejection: WalletErrorObject])[] = [
  [refusedWords, userRejection],
  [refusedByUser, userRejection],
  [pendingWords, { code: providerCodes.requestPending, message: 'The wallet is already asking' }],
]

/** Codes that identify the cause. */
const telling: readonly number[] = [
  providerCodes.userRejected,
  providerCodes.unauthorized,
  providerCodes.disconnected,
  providerCodes.chainDisconnected,
  providerCodes.requestPending,
  providerCodes.limitExceeded,
]

/** Whether an error identifies its cause: the wallet's by its code, or the link's by its reason. */
export const isTelling = (thrown: unknown): boolean =>
  isProviderRpcError(thrown) && (telling.includes(thrown.code) || hasLinkReason(thrown.data))

/**
 * Sends a request to a wallet; a message about a rejection or a pending request is converted to its code, 4001 or −32002.
 */
export const ask = requestAndParse((error) =>
  isProviderRpcError(error) && !isTelling(error)
    ? spoken.find(([words]) => words.test(error.message))?.[1]
    : undefined,
)
