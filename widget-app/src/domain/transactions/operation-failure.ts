import { isProviderRpcError, type LinkReason, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { sanitizeSentence } from '#widget/lib/text/sanitize-text.ts'

/** Why the wallet or the network did not execute a transfer, for the message on screen. */
export type FailureReason =
  | 'wallet'
  | 'wrong-chain'
  | 'insufficient-funds'
  | 'reverted'
  /** The chain removes accounts with as little as would remain. */
  | 'too-little'
  | 'receiver'
  | 'expired'
  | 'not-authorised'
  | 'chain-not-supported'
  | 'unreachable'
  /** Two servers, or a server and the widget's data, contradict each other about the network's calls. */
  | 'servers-disagree'
  | TokenFailure

/** Why a token cannot be sent, read or simulated before the request to the wallet. */
type TokenFailure = (typeof tokenFailures)[number]

const tokenFailures = [
  'token-non-transferable',
  'token-paused',
  'token-frozen',
  'token-receiver-frozen',
  'token-opens-frozen',
  'token-hook',
  /** The chain reports other decimals than those that amounts are displayed with, or none. */
  'token-decimals',
  /** Only several token accounts of the sender together have this amount (Solana). */
  'token-split',
  'token-unknown',
  /** The contract blocks the sender or the recipient. */
  'token-blocked',
  /** The contract reverts the transfer, with the reason in the details if it gives one. */
  'token-refuses',
  /** The token charges a fee on top of the amount, and the balance does not cover both. */
  'token-fee',
  /** Less would arrive than the review showed. */
  'token-changed',
] as const

/** Whether the token causes a failure. */
export const isTokenFailureReason = (why: FailureReason): why is TokenFailure =>
  tokenFailures.some((one) => one === why)

/** How an attempt ended without a hash. `unknown`: the wallet may still have sent it. */
export type OperationFailure =
  | { readonly is: 'rejected' }
  | { readonly is: 'pending' }
  | { readonly is: 'failed'; readonly why: FailureReason; readonly detail: string | undefined }
  | { readonly is: 'unknown' }

const reasonSchema = z.object({ reason: z.string() })
const walletMessageSchema = z.object({ walletMessage: z.string() })

const reasonOf = (data: unknown): string | undefined => {
  const parsed = reasonSchema.safeParse(data)
  return parsed.success ? parsed.data.reason : undefined
}

/** Link reasons that occur before a request reaches the wallet; after any other one it may have been executed. */
const preWalletReasons: readonly LinkReason[] = [
  'unreachable',
  'popup-blocked',
  'unregistered-origin',
  'nested-frame',
  'not-visible',
  'rate-limited',
  'version',
]

const failures: { readonly [reason: string]: FailureReason } = {
  'wrong-chain': 'wrong-chain',
  'insufficient-funds': 'insufficient-funds',
  reverted: 'reverted',
  rent: 'too-little',
  'sender-below-existential-deposit': 'too-little',
  'receiver-below-existential-deposit': 'too-little',
  'not-a-wallet': 'receiver',
  'account-kind': 'receiver',
  expired: 'expired',
  network: 'unreachable',
  'servers-disagree': 'servers-disagree',
  ...Object.fromEntries(tokenFailures.map((why) => [why, why])),
}

const detailMaxLength = 300

/** `detail` is the message of the wallet, node or service: one line, without characters that hide or reorder text. */
const failed = (
  why: FailureReason,
  detail: string | undefined,
): Extract<OperationFailure, { is: 'failed' }> => ({
  is: 'failed',
  why,
  detail: detail === undefined ? undefined : sanitizeSentence(detail, detailMaxLength),
})

function fromWalletError(code: number, message: string, data: unknown): OperationFailure {
  const reason = reasonOf(data)
  if (code === providerCodes.userRejected) return { is: 'rejected' }
  if (code === providerCodes.requestPending) return { is: 'pending' }
  if (code === providerCodes.unauthorized) return failed('not-authorised', message)
  if (preWalletReasons.some((one) => one === reason)) return failed('unreachable', message)
  // Too many prompts are waiting: this one was never shown.
  if (code === providerCodes.limitExceeded) return { is: 'pending' }
  return { is: 'unknown' }
}

/**
 * Converts what the adapter threw while sending. Any error that does not prove that nothing was sent is `unknown`: a user
 * who believes that nothing moved sends twice.
 */
export function toOperationFailure(thrown: unknown): OperationFailure {
  if (isProviderRpcError(thrown)) return fromWalletError(thrown.code, thrown.message, thrown.data)
  if (isWidgetError(thrown, 'send/failed')) {
    const walletMessage = walletMessageSchema.safeParse(thrown.data)
    const why = failures[reasonOf(thrown.data) ?? ''] ?? 'wallet'
    return failed(why, walletMessage.success ? walletMessage.data.walletMessage : thrown.message)
  }
  if (isWidgetError(thrown, 'chain/unsupported') || isWidgetError(thrown, 'chain/not-supported-by-wallet'))
    return failed('chain-not-supported', thrown.message)
  if (isWidgetError(thrown, 'wallet/not-found')) return failed('unreachable', thrown.message)
  return { is: 'unknown' }
}

/** The same before the transfer itself was requested, for example while switching networks: nothing can have been sent. */
export function toPreflightFailure(thrown: unknown): Exclude<OperationFailure, { is: 'unknown' }> {
  const failure = toOperationFailure(thrown)
  if (failure.is !== 'unknown') return failure
  return failed('wallet', thrown instanceof Error ? thrown.message : undefined)
}
