import type { Priced } from '#shared/amount/fiat.ts'

const wholeBasisPoints = 10_000n

/** From this price impact on, the user has to accept it: 5 %. */
export const largeLossBasisPoints = 500n

/** How much the price impact may grow before it must be accepted again: a percentage point. */
export const lossToleranceBasisPoints = 100n

/** The minimum received for a quoted amount, in base units, floored as the service does. */
export const minimumReceived = (quoted: bigint, slippageBasisPoints: bigint): bigint =>
  (quoted * (wholeBasisPoints - slippageBasisPoints)) / wholeBasisPoints

/** Additional digits of a rate: a unit of a cheap token can be less than the other's smallest unit. */
const extraDigits = 18

/** The amount of the second token for one unit of the first. */
export function rateOf(from: Omit<Priced, 'price'>, to: Omit<Priced, 'price'>): Omit<Priced, 'price'> {
  const scaled = to.value * 10n ** BigInt(from.decimals + extraDigits)
  return { value: from.value === 0n ? 0n : scaled / from.value, decimals: to.decimals + extraDigits }
}

const pricePattern = /^(\d{1,60})(?:\.(\d{1,60}))?$/

/** Fiat value as a fraction of bigints, so that small amounts stay exact. */
function fiatFraction({ value, decimals, price }: Priced): { top: bigint; bottom: bigint } | undefined {
  const match = price === undefined ? null : pricePattern.exec(price)
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  return { top: value * BigInt(whole + fraction), bottom: 10n ** BigInt(decimals + fraction.length) }
}

/** Price impact in basis points: the loss of fiat value, below zero for a gain. Undefined if a price is unknown or zero. */
export function impactBasisPoints(from: Priced, to: Priced): bigint | undefined {
  const sold = fiatFraction(from)
  const received = fiatFraction(to)
  if (sold === undefined || received === undefined || sold.top === 0n || received.top === 0n) return undefined
  // (given − got) / given, with one denominator.
  const a = sold.top * received.bottom
  const b = received.top * sold.bottom
  return ((a - b) * wholeBasisPoints) / a
}
