import { getI64Decoder, getU64Decoder } from '@solana/web3.js'
import { displayParts, shownUnits } from '#shared/amount/displayed-amount.ts'
import type { TokenTerms } from '../../fee-estimate.ts'
import type { DisplayScale, EpochFee, Interest, MintExtensions } from './token-extensions.ts'

/** The chain's time: the epoch, and seconds since 1970. */
export type ChainTime = { readonly epoch: bigint; readonly unixTime: bigint }

/** Reads the clock sysvar: slot, start of the epoch, epoch, epoch of the next leaders, time; 8 bytes each. */
export function readClock(data: Uint8Array): ChainTime | undefined {
  if (data.length !== 40) return undefined
  return { epoch: getU64Decoder().decode(data, 16), unixTime: getI64Decoder().decode(data, 32) }
}

/** Whether what a mint does to a transfer depends on the chain's time. */
export const dependsOnTime = ({ fee, interest, scale }: MintExtensions): boolean =>
  fee !== undefined || interest !== undefined || scale !== undefined

const hundredPercent = 10_000n

/** What one of a token's fees keeps of an amount, as its program counts: rounded up, and at most the maximum. */
function keptOf(amount: bigint, { basisPoints, maximum }: EpochFee): bigint {
  const fee = (amount * BigInt(basisPoints) + hundredPercent - 1n) / hundredPercent
  return fee < maximum ? fee : maximum
}

/** What the token keeps of an amount in an epoch. */
export const transferFee = (
  amount: bigint,
  { older, newer }: NonNullable<MintExtensions['fee']>,
  epoch: bigint,
): bigint => keptOf(amount, epoch >= newer.epoch ? newer : older)

/** What arrives of an amount at least, whichever of the two fees applies by then. */
export function leastArrival(amount: bigint, { older, newer }: NonNullable<MintExtensions['fee']>): bigint {
  const kept = [keptOf(amount, older), keptOf(amount, newer)]
  return kept.reduce((least, one) => (amount - one < least ? amount - one : least), amount)
}

const secondsPerYear = 365.24 * 24 * 60 * 60

const growth = (rate: number, elapsed: bigint): number =>
  Math.exp((rate * Number(elapsed)) / secondsPerYear / 10_000)

const interestFactor = ({ startedAt, averageRate, updatedAt, rate }: Interest, now: bigint): number =>
  growth(averageRate, updatedAt - startedAt) * growth(rate, now - updatedAt)

const scaleFactor = ({ multiplier, next }: DisplayScale, now: bigint): number =>
  now >= next.at ? next.multiplier : multiplier

/** Fewer parts would display amounts that are wrong by more than a thousandth. */
const leastParts = 1_000

/** More than any supply needs, and short enough for records. */
const mostParts = 1e36

/**
 * What the token program displays of an amount, as `Asset.displayed`; undefined where it displays the amount itself, or where
 * it is not known (`hasUnknownDisplay`).
 */
export function displayFactor(
  { interest, scale }: MintExtensions,
  { unixTime }: ChainTime,
): bigint | undefined {
  if (interest === undefined && scale === undefined) return undefined
  const factor =
    (interest ? interestFactor(interest, unixTime) : 1) * (scale ? scaleFactor(scale, unixTime) : 1)
  const parts = Math.round(factor * Number(displayParts))
  return parts >= leastParts && parts <= mostParts ? BigInt(parts) : undefined
}

/** Whether a mint displays other amounts than it moves, and nothing tells which. */
export const hasUnknownDisplay = (extensions: MintExtensions, time: ChainTime | undefined): boolean =>
  (extensions.interest !== undefined || extensions.scale !== undefined) &&
  (time === undefined || displayFactor(extensions, time) === undefined)

/** An amount as the token program displays it, in base units; undefined where it displays the amount itself. */
export function displayedAmount(
  amount: bigint,
  extensions: MintExtensions,
  time: ChainTime,
): bigint | undefined {
  const displayed = displayFactor(extensions, time)
  return displayed === undefined ? undefined : shownUnits(amount, { displayed })
}

/** How a mint treats a transfer of an amount into another account; `time` is the chain's, where that counts. */
export function tokenTerms(
  amount: bigint,
  extensions: MintExtensions,
  time: ChainTime | undefined,
  memo: string | undefined,
): TokenTerms {
  const { fee, hook, permanentDelegate } = extensions
  const kept = fee && time ? transferFee(amount, fee, time.epoch) : 0n
  const displayed = time && displayedAmount(amount, extensions, time)
  return {
    arrives: amount - kept,
    ...(memo === undefined ? {} : { memo }),
    ...(displayed === undefined ? {} : { displayed }),
    ...(permanentDelegate === undefined ? {} : { isRevocable: true }),
    ...(hook === undefined ? {} : { hook }),
  }
}
