import { fiatFraction, type Priced } from '#shared/amount/fiat.ts'

const wholeBasisPoints = 10_000n

/** From this price impact on, the user has to accept it: 5 %. */
export const largeLossBasisPoints = 500n

/** How much the price impact may grow before it must be accepted again: a percentage point. */
export const lossToleranceBasisPoints = 100n

/** Additional digits of a rate: a unit of a cheap token can be less than the other's smallest unit. */
const extraDigits = 18

/** The amount of the second token for one unit of the first. */
export function rateOf(from: Omit<Priced, 'price'>, to: Omit<Priced, 'price'>): Omit<Priced, 'price'> {
  const scaled = to.value * 10n ** BigInt(from.decimals + extraDigits)
  return { value: from.value === 0n ? 0n : scaled / from.value, decimals: to.decimals + extraDigits }
}

/** Price impact in basis points: the loss of fiat value, below zero for a gain. Undefined if a price is unknown or zero. */
export function impactBasisPoints(from: Priced, to: Priced): bigint | undefined {
  const sold = fiatFraction(from)
  const received = fiatFraction(to)
  if (sold === undefined || received === undefined || sold.units === 0n || received.units === 0n)
    return undefined
  // (sold − received) / sold, with one denominator.
  const a = sold.units * 10n ** BigInt(received.exponent)
  const b = received.units * 10n ** BigInt(sold.exponent)
  return ((a - b) * wholeBasisPoints) / a
}
