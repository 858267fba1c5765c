import { balanceDecimalsShown, tokenDecimalsShown } from '../config/limits.ts'
import { wholeFormat } from './number-format.ts'
import { separatorsOf } from './separators.ts'

type Digits = { readonly negative: boolean; readonly whole: bigint; readonly fraction: string }

/** Base units as a whole part and exactly `decimals` fraction digits. */
function digitsOf(value: bigint, decimals: number): Digits {
  const magnitude = value < 0n ? -value : value
  const unit = 10n ** BigInt(decimals)
  const fraction = decimals === 0 ? '' : (magnitude % unit).toString().padStart(decimals, '0')
  return { negative: value < 0n, whole: magnitude / unit, fraction }
}

function compose(digits: Digits, locale: string, grouped = true): string {
  // Digits are 0–9 in every locale, so that the user can compare them with the wallet's screen.
  const whole = wholeFormat(locale, grouped).format(digits.whole)
  const sign = digits.negative ? '-' : ''
  return `${sign}${whole}${digits.fraction === '' ? '' : separatorsOf(locale).decimal + digits.fraction}`
}

const withoutTrailingZeros = (fraction: string): string => fraction.replace(/0+$/, '')

type FractionStyle = { readonly digitCount: number; readonly isPadded: boolean }

/** Floors to the displayed digits. A smaller amount that is not zero is `<0.01`, never zero. */
function formatFloored(
  value: bigint,
  decimals: number,
  locale: string,
  { digitCount, isPadded }: FractionStyle,
): string {
  const digits = digitsOf(value, decimals)
  const fractionDigits = digits.fraction.slice(0, digitCount)
  if (digits.whole === 0n && /^0*$/.test(fractionDigits) && value !== 0n) {
    return `<${compose({ negative: false, whole: 0n, fraction: '1'.padStart(digitCount, '0') }, locale)}`
  }
  const fraction = isPadded ? fractionDigits.padEnd(digitCount, '0') : withoutTrailingZeros(fractionDigits)
  return compose({ ...digits, fraction }, locale)
}

/**
 * A balance in base units, floored to 3 decimals (SPEC §5); a smaller remainder is `<0.001`.
 * @example formatBalance(1_239_900n, 6, 'en') // '1.239'
 */
export const formatBalance = (value: bigint, decimals: number, locale: string): string =>
  formatFloored(value, decimals, locale, { digitCount: balanceDecimalsShown, isPadded: false })

/**
 * A token amount in base units with 2 decimals, floored (SPEC §5); a smaller remainder is `<0.01`.
 * @example formatTokenAmount(1_599_000n, 6, 'de') // '1,59'
 */
export const formatTokenAmount = (value: bigint, decimals: number, locale: string): string =>
  formatFloored(value, decimals, locale, { digitCount: tokenDecimalsShown, isPadded: true })

/** An amount in base units with all of its digits, grouped, for review screens. */
export function formatWhole(value: bigint, decimals: number, locale: string): string {
  const digits = digitsOf(value, decimals)
  return compose({ ...digits, fraction: withoutTrailingZeros(digits.fraction) }, locale)
}

const significantDigits = 6

/**
 * A positive amount in base units for a glance: floored to six significant digits, of which the whole part loses none. The
 * exact amount must be one step away.
 * @example formatSignificant(32_683_333n, 9, 'en') // '0.0326833'
 */
export function formatSignificant(value: bigint, decimals: number, locale: string): string {
  const extra = BigInt(Math.max(0, Math.min(decimals, value.toString().length - significantDigits)))
  return formatWhole(value - (value % 10n ** extra), decimals, locale)
}

/** An amount for an input field: all digits, the locale's decimal mark, no grouping. `parseAmount` parses it. */
export function formatForInput(value: bigint, decimals: number, locale: string): string {
  const digits = digitsOf(value, decimals)
  return compose({ ...digits, fraction: withoutTrailingZeros(digits.fraction) }, locale, false)
}

/** An amount for programs: digits, with a decimal point where needed. `parsePlainAmount` parses it. */
export function plainAmount(value: bigint, decimals: number): string {
  const { negative, whole, fraction } = digitsOf(value, decimals)
  const fractionDigits = withoutTrailingZeros(fraction)
  return `${negative ? '-' : ''}${whole}${fractionDigits === '' ? '' : `.${fractionDigits}`}`
}
