import type { FeeEstimate } from '#widget/chains/contract.ts'
import { type SendFailure, setbackBeforeAsking } from '#widget/kernel/setback.ts'

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

/** Why the chain would not carry the transfer out, where that is why no fee could be estimated. */
export function feeRefusalOf(error: Error): SendFailure | undefined {
  const setback = setbackBeforeAsking(error)
  if (setback.is !== 'failed') return undefined
  return setback.why === 'insufficient-funds' || setback.why === 'reverted' ? setback.why : undefined
}
