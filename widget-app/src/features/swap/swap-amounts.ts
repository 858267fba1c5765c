import type { Priced } from '#shared/amount/fiat.ts'

const wholeBasisPoints = 10_000n

/** From this loss of worth on, a person has to tick that it is meant: 5 %. */
export const largeLossBasisPoints = 500n

/** What a price may wander after that tick before it is asked for again: a point of percent. */
export const lossToleranceBasisPoints = 100n

/** The least that may come of a quoted amount, in base units, floored as the service floors it. */
export const minimumReceived = (quoted: bigint, slippageBasisPoints: bigint): bigint =>
  (quoted * (wholeBasisPoints - slippageBasisPoints)) / wholeBasisPoints

/** Digits of a rate beyond those of the second token: a unit of a cheap one may come to less than its smallest unit. */
const finerDigits = 18

/** What the first token's unit comes to in the second. */
export function rateOf(from: Omit<Priced, 'price'>, to: Omit<Priced, 'price'>): Omit<Priced, 'price'> {
  const fine = to.value * 10n ** BigInt(from.decimals + finerDigits)
  return { value: from.value === 0n ? 0n : fine / from.value, decimals: to.decimals + finerDigits }
}

const pricePattern = /^(\d{1,60})(?:\.(\d{1,60}))?$/

/** Worth as a fraction of bigints, so that small amounts lose nothing. */
function worthOf({ value, decimals, price }: Priced): { top: bigint; bottom: bigint } | undefined {
  const match = price === undefined ? null : pricePattern.exec(price)
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  return { top: value * BigInt(whole + fraction), bottom: 10n ** BigInt(decimals + fraction.length) }
}

/**
 * Price impact in basis points: what of the worth given does not come back, below zero for a gain. Undefined where a
 * price is unknown or zero.
 */
export function impactBasisPoints(from: Priced, to: Priced): bigint | undefined {
  const given = worthOf(from)
  const got = worthOf(to)
  if (given === undefined || got === undefined || given.top === 0n || got.top === 0n) return undefined
  // (given − got) / given, with one denominator.
  const a = given.top * got.bottom
  const b = got.top * given.bottom
  return ((a - b) * wholeBasisPoints) / a
}
