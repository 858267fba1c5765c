import { formatWhole } from './format-amount.ts'

const significantDigits = 3

/** A fee in base units with three significant digits, rounded up: a cost is never displayed too low. */
export function roundedUp(fee: bigint): bigint {
  const extra = fee.toString().length - significantDigits
  if (extra <= 0) return fee
  const unit = 10n ** BigInt(extra)
  return ((fee + unit - 1n) / unit) * unit
}

/**
 * A fee as text with three significant digits, rounded up.
 * @example formatFee(21_000_000_000_001n, 18, 'en') // '0.0000211'
 */
export const formatFee = (fee: bigint, decimals: number, locale: string): string =>
  formatWhole(roundedUp(fee), decimals, locale)
