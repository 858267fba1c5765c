import { isSameDisplay } from '#shared/amount/displayed-amount.ts'
import { isRoundingDifference } from '#shared/amount/is-rounding-difference.ts'
import type { FeeEstimate } from '#widget/chains/chain-adapter.ts'
import {
  type FailureReason,
  isTokenFailureReason,
  type OperationFailure,
  toPreflightFailure,
} from '#widget/domain/transactions/operation-failure.ts'

/** How long an estimate counts as fresh: one Ethereum slot, after which the base fee has moved. */
export const feeLifetimeMs = 12_000

/** An estimate and when it was made, in epoch milliseconds. */
export type TimedFee = { readonly fee: FeeEstimate; readonly at: number }

export const isFresh = ({ at }: TimedFee, now: number): boolean => now - at < feeLifetimeMs

/** Whether one server alone reports how the transfer is encoded (Polkadot). */
export const isUnconfirmed = (fee: FeeEstimate): boolean => 'isUnconfirmed' in fee

/** Whether a new estimate stays within what the user saw and agreed to. */
export const isWithin = (fresh: FeeEstimate, seen: FeeEstimate): boolean =>
  fresh.maxFee <= seen.maxFee && (isUnconfirmed(seen) || !isUnconfirmed(fresh))

/**
 * Whether a token treats a transfer as the user saw it: no more leaves, no less arrives, displayed as that, with the same memo
 * and hook.
 */
export function keepsTerms({ token: fresh }: FeeEstimate, { token: seen }: FeeEstimate): boolean {
  if (fresh?.memo !== seen?.memo || fresh?.isRevocable !== seen?.isRevocable) return false
  if (fresh?.hook !== seen?.hook || !isSameDisplay(fresh?.displayed, seen?.displayed)) return false
  if ((fresh?.leaves ?? 0n) > (seen?.leaves ?? 0n)) return false
  // Without terms all of it arrives.
  if (fresh === undefined || seen === undefined) return fresh === undefined
  if (fresh.arrives === undefined || seen.arrives === undefined) return seen.arrives === undefined
  return fresh.arrives >= seen.arrives || isRoundingDifference(seen.arrives, fresh.arrives)
}

/** What the chain says of the transfer itself; other failures are of the estimate. */
const chainRefusals: readonly FailureReason[] = ['insufficient-funds', 'reverted', 'too-little', 'receiver']

/** Why the chain or the token would not carry the transfer out, where that is why no fee could be estimated. */
export function toFeeFailure(error: Error): Extract<OperationFailure, { is: 'failed' }> | undefined {
  const setback = toPreflightFailure(error)
  if (setback.is !== 'failed') return undefined
  return chainRefusals.includes(setback.why) || isTokenFailureReason(setback.why) ? setback : undefined
}

/** Refusals of a token that another amount, or another try, may change. */
const ofAmount: readonly FailureReason[] = ['token-split', 'token-refuses', 'token-changed', 'token-fee']

/** Why a token cannot be sent, whatever the amount is, where that is why no fee could be estimated. */
export function toTokenFailure(error: Error): FailureReason | undefined {
  const why = toFeeFailure(error)?.why
  return why !== undefined && isTokenFailureReason(why) && !ofAmount.includes(why) ? why : undefined
}
