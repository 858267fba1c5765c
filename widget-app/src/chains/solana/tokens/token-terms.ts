import { getI64Decoder, getU64Decoder } from '@solana/web3.js'
import { displayParts, toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import type { TokenTerms } from '../../fee-estimate.ts'
import type { DisplayScale, EpochFee, Interest, MintExtensions } from './token-extensions.ts'

/** The chain's time: the epoch, and seconds since 1970. */
export type ChainTime = { readonly epoch: bigint; readonly unixTime: bigint }

/** Decodes the clock sysvar: slot, start of the epoch, epoch, epoch of the next leaders, time; 8 bytes each. */
export function decodeClock(data: Uint8Array): ChainTime | undefined {
  if (data.length !== 40) return undefined
  return { epoch: getU64Decoder().decode(data, 16), unixTime: getI64Decoder().decode(data, 32) }
}

/** Whether the effects of a mint's extensions depend on the chain's time. */
export const dependsOnTime = ({ fee, interest, scale }: MintExtensions): boolean =>
  fee !== undefined || interest !== undefined || scale !== undefined

const hundredPercent = 10_000n

/** The fee that a token withholds of an amount, computed as its program does: rounded up, at most the maximum. */
function withheldFee(amount: bigint, { basisPoints, maximum }: EpochFee): bigint {
  const fee = (amount * BigInt(basisPoints) + hundredPercent - 1n) / hundredPercent
  return fee < maximum ? fee : maximum
}

/** The fee that the token withholds of an amount in an epoch. */
export const transferFee = (
  amount: bigint,
  { older, newer }: NonNullable<MintExtensions['fee']>,
  epoch: bigint,
): bigint => withheldFee(amount, epoch >= newer.epoch ? newer : older)

/** The minimum received of an amount, whichever of the two fees applies by then. */
export function minReceived(amount: bigint, { older, newer }: NonNullable<MintExtensions['fee']>): bigint {
  const withheld = [withheldFee(amount, older), withheldFee(amount, newer)]
  return withheld.reduce((min, one) => (amount - one < min ? amount - one : min), amount)
}

const secondsPerYear = 365.24 * 24 * 60 * 60

const growth = (rate: number, elapsed: bigint): number =>
  Math.exp((rate * Number(elapsed)) / secondsPerYear / 10_000)

const interestFactor = ({ startedAt, averageRate, updatedAt, rate }: Interest, now: bigint): number =>
  growth(averageRate, updatedAt - startedAt) * growth(rate, now - updatedAt)

const scaleFactor = ({ multiplier, next }: DisplayScale, now: bigint): number =>
  now >= next.at ? next.multiplier : multiplier

/** Minimum number of parts: with fewer, displayed amounts would be wrong by more than a thousandth. */
const minParts = 1_000

/** Maximum number of parts: more than any supply needs, and short enough for stored records. */
const maxParts = 1e36

/**
 * The factor of the displayed amount, as in `Asset.displayed`; undefined if the amount itself is displayed, or if the factor
 * is unknown (`hasUnknownDisplay`).
 */
export function displayFactor(
  { interest, scale }: MintExtensions,
  { unixTime }: ChainTime,
): bigint | undefined {
  if (interest === undefined && scale === undefined) return undefined
  const factor =
    (interest ? interestFactor(interest, unixTime) : 1) * (scale ? scaleFactor(scale, unixTime) : 1)
  const parts = Math.round(factor * Number(displayParts))
  return parts >= minParts && parts <= maxParts ? BigInt(parts) : undefined
}

/** Whether a mint displays other amounts than it moves, by an unknown factor. */
export const hasUnknownDisplay = (extensions: MintExtensions, time: ChainTime | undefined): boolean =>
  (extensions.interest !== undefined || extensions.scale !== undefined) &&
  (time === undefined || displayFactor(extensions, time) === undefined)

/** An amount as the token program displays it, in base units; undefined if it displays the amount itself. */
export function displayedAmount(
  amount: bigint,
  extensions: MintExtensions,
  time: ChainTime,
): bigint | undefined {
  const displayed = displayFactor(extensions, time)
  return displayed === undefined ? undefined : toDisplayedAmount(amount, { displayed })
}

/** Terms of a mint for a transfer to another account; `time` is the chain's, where it matters. */
export function tokenTerms(
  amount: bigint,
  extensions: MintExtensions,
  time: ChainTime | undefined,
  memo: string | undefined,
): TokenTerms {
  const { fee, hook, permanentDelegate } = extensions
  const withheld = fee && time ? transferFee(amount, fee, time.epoch) : 0n
  const displayed = time && displayedAmount(amount, extensions, time)
  return {
    arrives: amount - withheld,
    ...(memo === undefined ? {} : { memo }),
    ...(displayed === undefined ? {} : { displayed }),
    ...(permanentDelegate === undefined ? {} : { isRevocable: true }),
    ...(hook === undefined ? {} : { hook }),
  }
}
