import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import { userRejectionPattern } from '../../rejection-pattern.ts'
import { requestAndParse, userRejection } from '../../request-wallet.ts'

/** Codes and messages of an error and of all errors that it wraps. */
type ErrorDetails = { readonly codes: readonly number[]; readonly messages: readonly string[] }

const depthLimit = 5
const integerText = /^-?\d{1,9}$/

const shape = z.object({
  code: z.optional(z.unknown()),
  originalCode: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
  originalError: z.optional(z.unknown()),
  cause: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})

const toCodes = (value: unknown): number[] => {
  if (typeof value === 'number') return [value]
  return typeof value === 'string' && integerText.test(value) ? [Number(value)] : []
}

/** Wallets wrap errors in `data.originalError`, `data.cause`, `cause` or `error`; this searches all of them. */
function collectDetails(thrown: unknown, depth = 0): ErrorDetails {
  const parsed = depth > depthLimit ? undefined : shape.safeParse(thrown)
  if (!parsed?.success) return { codes: [], messages: [] }
  const { code, originalCode, message, data, originalError, cause, error } = parsed.data
  const inner = [data, originalError, cause, error].map((value) => collectDetails(value, depth + 1))
  return {
    codes: [...toCodes(code), ...toCodes(originalCode), ...inner.flatMap((details) => details.codes)],
    messages: [
      ...(typeof message === 'string' ? [message] : []),
      ...inner.flatMap((details) => details.messages),
    ],
  }
}

const rejectionCodes: readonly number[] = [providerCodes.userRejected, 5002]

/** Codes with any meaning, including an unknown chain: −32603, also without its sign, and 5000 (SPEC §8). */
const ambiguousCodes: readonly number[] = [5000, 32603, providerCodes.internal]
const rejectionPattern = /reject|cancel|denied|取消|拒/i

const unsupportedCodes: readonly number[] = [
  providerCodes.unsupportedMethod,
  providerCodes.methodNotFound,
  providerCodes.invalidRequest,
  providerCodes.invalidParams,
  -32004,
]

/** Messages of nodes that already have the transaction, and of a network that failed during the send. */
const maybeSentPattern =
  /already ?(known|imported|exists|in )|known transaction|time[d ]*out|failed to fetch|network (error|request failed)|socket hang up|ECONNRESET/i

/** What a wallet's error means for the widget's next step. */
export type WalletErrorMeaning = 'refused' | 'unrecognised-chain' | 'unsupported' | 'maybe-sent' | 'other'

/**
 * Classifies a wallet error with everything it wraps. A rejection takes precedence, because it must not cause a second
 * prompt: 4001, 5002, or a rejection in the message. An unknown chain is always 4902; 5000 and ±32603 only if the message
 * contains no rejection (SPEC §4, §8).
 */
export function classifyWalletError(thrown: unknown): WalletErrorMeaning {
  const { codes, messages } = collectDetails(thrown)
  const hasCode = (list: readonly number[]) => codes.some((code) => list.includes(code))
  const hasMessage = (pattern: RegExp) => messages.some((message) => pattern.test(message))
  if (hasCode(rejectionCodes)) return 'refused'
  if (codes.includes(providerCodes.unrecognisedChain)) return 'unrecognised-chain'
  if (hasMessage(userRejectionPattern) || (hasCode(ambiguousCodes) && hasMessage(rejectionPattern)))
    return 'refused'
  if (hasMessage(maybeSentPattern)) return 'maybe-sent'
  if (hasCode(ambiguousCodes)) return 'unrecognised-chain'
  return hasCode(unsupportedCodes) ? 'unsupported' : 'other'
}

/** Sends a request to a wallet; every form of user rejection becomes 4001. */
export const requestWallet = requestAndParse((error) =>
  classifyWalletError(error) === 'refused' && !isProviderRpcError(error, providerCodes.userRejected)
    ? userRejection
    : undefined,
)
