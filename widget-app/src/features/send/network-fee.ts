import { isSameDisplay } from '#shared/amount/displayed-amount.ts'
import { isRoundingDifference } from '#shared/amount/is-rounding-difference.ts'
import type { FeeEstimate } from '#widget/chains/chain-adapter.ts'
import {
  type FailureReason,
  isTokenFailureReason,
  type OperationFailure,
  toPreflightFailure,
} from '#widget/domain/transactions/operation-failure.ts'

/** How long an estimate is fresh: one Ethereum slot, after which the base fee changes. */
export const feeLifetimeMs = 12_000

/** An estimate and its time, in epoch milliseconds. */
export type TimedFee = { readonly fee: FeeEstimate; readonly at: number }

export const isFresh = ({ at }: TimedFee, now: number): boolean => now - at < feeLifetimeMs

/** Whether only one server reports how the transfer is encoded (Polkadot). */
export const isUnconfirmed = (fee: FeeEstimate): boolean => 'isUnconfirmed' in fee

/** Whether a new estimate stays within the one that the user saw. */
export const isWithinSeenFee = (fresh: FeeEstimate, shown: FeeEstimate): boolean =>
  fresh.maxFee <= shown.maxFee && (isUnconfirmed(shown) || !isUnconfirmed(fresh))

/**
 * Whether a token treats a transfer as the user saw it: no more is debited, no less arrives, the displayed amount, memo and
 * hook are the same.
 */
export function hasSameTerms({ token: fresh }: FeeEstimate, { token: shown }: FeeEstimate): boolean {
  if (fresh?.memo !== shown?.memo || fresh?.isRevocable !== shown?.isRevocable) return false
  if (fresh?.hook !== shown?.hook || !isSameDisplay(fresh?.displayed, shown?.displayed)) return false
  if ((fresh?.leaves ?? 0n) > (shown?.leaves ?? 0n)) return false
  // Without token terms the whole amount arrives.
  if (fresh === undefined || shown === undefined) return fresh === undefined
  if (fresh.arrives === undefined || shown.arrives === undefined) return shown.arrives === undefined
  return fresh.arrives >= shown.arrives || isRoundingDifference(shown.arrives, fresh.arrives)
}

/** Failures of the transfer itself; other failures are of the estimate. */
const transferFailureReasons: readonly FailureReason[] = [
  'insufficient-funds',
  'reverted',
  'too-little',
  'receiver',
]

/** Why the chain or the token would fail the transfer, if that is why no fee could be estimated. */
export function toFeeFailure(error: Error): Extract<OperationFailure, { is: 'failed' }> | undefined {
  const failure = toPreflightFailure(error)
  if (failure.is !== 'failed') return undefined
  return transferFailureReasons.includes(failure.why) || isTokenFailureReason(failure.why)
    ? failure
    : undefined
}

/** Failures of a token that another amount, or another attempt, may avoid. */
const amountDependentReasons: readonly FailureReason[] = [
  'token-split',
  'token-refuses',
  'token-changed',
  'token-fee',
]

/** Why a token cannot be sent in any amount, if that is why no fee could be estimated. */
export function toTokenFailure(error: Error): FailureReason | undefined {
  const why = toFeeFailure(error)?.why
  return why !== undefined && isTokenFailureReason(why) && !amountDependentReasons.includes(why)
    ? why
    : undefined
}
