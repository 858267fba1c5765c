import type { Decimal } from '../ports/sources/prices.ts'

/** Decimals of a converted price. */
const convertedDecimals = 18

/**
 * Converts a price in USD to another currency, rounded down to 18 decimals.
 * @param rate one unit of the currency in USD, above zero.
 * @example convertPrice({ value: 3n, decimals: 0 }, { value: 15n, decimals: 1 }) // 2, with 18 decimals
 */
export function convertPrice(price: Decimal, rate: Decimal): Decimal {
  const scale = 10n ** BigInt(convertedDecimals + rate.decimals)
  return {
    value: (price.value * scale) / (rate.value * 10n ** BigInt(price.decimals)),
    decimals: convertedDecimals,
  }
}
