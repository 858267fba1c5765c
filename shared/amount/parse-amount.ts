import { readUnit } from './amount-unit.ts'
import { latinDigits } from './latin-digits.ts'
import { separatorsOf } from './separators.ts'

/**
 * Why a text is not an amount. `ambiguous`: a separator that could mean thousands or decimals, such as `1,234` in English.
 * `other-unit`: a number in another unit than the field's.
 */
export type AmountProblem =
  | 'empty'
  | 'sign'
  | 'ambiguous'
  | 'other-unit'
  | 'too-many-decimals'
  | 'too-large'
  | 'not-a-number'

export type ParsedAmount =
  | { readonly is: 'amount'; readonly value: bigint }
  /** `unit`: the typed unit of an amount in another unit. */
  | { readonly is: 'problem'; readonly problem: AmountProblem; readonly unit?: string }

/** How to parse the text of a field. `units` are names of its unit, such as the token's symbol. */
export type AmountGrammar = {
  readonly decimals: number
  /** BCP 47. */
  readonly locale: string
  readonly units: readonly string[]
}

const maxUint256 = 2n ** 256n - 1n
const textMaxLength = 128
/** Larger than any amount needs, so that a short text cannot create a number that exhausts the memory. */
const exponentLimit = 200n

const problem = (name: AmountProblem): ParsedAmount => ({ is: 'problem', problem: name })

/** Format characters: formatted numbers contain them. */
const invisible = /\p{Cf}/gu
/** Override characters display digits in another order than that of the text. */
const bidiOverride = /[\u202d\u202e]/

/** Replaces separators of input methods and Arabic keyboards by Latin ones, and spaces of every width by one kind. */
const plainMarks = (text: string): string =>
  text
    .replace(/[．。｡]/g, '.')
    .replace(/[，،⹁]/g, ',')
    .replace(/[’ʼ＇]/g, "'")
    .replace(/＿/g, '_')
    .replace(/[‐‑‒–—−﹣－]/g, '-')
    .replace(/＋/g, '+')
    .replace(/\p{Zs}/gu, ' ')

/** True for groups of three digits, or Indian lakh and crore: three digits at the end and two elsewhere. */
const isGrouped = (parts: readonly string[]): boolean =>
  /^(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})*,\d{3})$/.test(parts.join(','))

type Split = { readonly whole: string; readonly fraction: string }

/** Splits whole and fraction when the meaning of each point and comma is certain, else returns the reason. */
function splitMarks(text: string, group: string): Split | AmountProblem {
  const marks = text.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return { whole: text, fraction: '' }
  const at = text.lastIndexOf(last)
  const kinds = new Set(marks)
  if (kinds.size === 1 && marks.length > 1) {
    return isGrouped(text.split(last)) ? { whole: text.replaceAll(last, ''), fraction: '' } : 'ambiguous'
  }
  const whole = text.slice(0, at)
  const fraction = text.slice(at + 1)
  if (kinds.size === 2) {
    const other = last === '.' ? ',' : '.'
    if (whole.includes(last) || !isGrouped(whole.split(other))) return 'ambiguous'
    return { whole: whole.replaceAll(other, ''), fraction }
  }
  // A single grouping separator before three digits is ambiguous by a factor of a thousand.
  return last === group && isGrouped([whole, fraction]) ? 'ambiguous' : { whole, fraction }
}

/** The Arabic decimal separator has one meaning, so separators before it are grouping separators. */
function splitAtArabic(text: string): Split | AmountProblem {
  const [whole = '', fraction = '', ...more] = text.split('٫')
  const [mark = ',', ...others] = new Set(whole.match(/[.,]/g))
  if (more.length > 0 || others.length > 0) return 'ambiguous'
  const groups = whole.split(mark)
  return groups.length === 1 || isGrouped(groups) ? { whole: groups.join(''), fraction } : 'ambiguous'
}

/**
 * Removes separators that only group first: spaces, apostrophes, underscores, the Arabic thousands separator; one kind per
 * number.
 */
function split(text: string, group: string): Split | AmountProblem {
  const decimalAt = text.search(/[.,٫]/)
  const head = decimalAt === -1 ? text : text.slice(0, decimalAt)
  const tail = text.slice(head.length)
  const mark = /[ '_٬]/.exec(head)?.[0]
  const groups = mark === undefined ? [head] : head.split(mark)
  if (groups.length > 1 && !isGrouped(groups)) return 'not-a-number'
  const joined = groups.join('') + tail
  return joined.includes('٫') ? splitAtArabic(joined) : splitMarks(joined, group)
}

function toBaseUnits({ whole, fraction }: Split, exponent: bigint, decimals: number): ParsedAmount {
  if (!/^\d*$/.test(whole) || !/^\d*$/.test(fraction) || whole + fraction === '')
    return problem('not-a-number')
  const shift = exponent + BigInt(decimals - fraction.length)
  const value = BigInt(whole + fraction)
  if (shift >= 0n) {
    const shifted = value * 10n ** shift
    return shifted > maxUint256 ? problem('too-large') : { is: 'amount', value: shifted }
  }
  const unit = 10n ** -shift
  if (exponent === 0n || value % unit !== 0n) return problem('too-many-decimals')
  return value / unit > maxUint256 ? problem('too-large') : { is: 'amount', value: value / unit }
}

/** Parses a number whose mantissa `splitMantissa` splits; the exponent moves its decimal point. */
function readNumber(
  text: string,
  decimals: number,
  splitMantissa: (mantissa: string) => Split | AmountProblem,
): ParsedAmount {
  if (/^[+-]|[+-]$/.test(text)) return problem('sign')
  const [, mantissa = text, power = '0'] = /^(.*[\d.,٫])e([+-]?\d{1,9})$/i.exec(text) ?? []
  const read = splitMantissa(mantissa)
  if (typeof read === 'string') return problem(read)
  const exponent = BigInt(power)
  if (exponent > exponentLimit) return problem('too-large')
  if (exponent < -exponentLimit) return problem('too-many-decimals')
  return toBaseUnits(read, exponent, decimals)
}

/**
 * Parses an amount that the user typed or pasted into base units: digits of every script, decimal comma or point, grouping
 * of any locale, an exponent, and the field's unit before or after it. Never guesses between thousands and decimals.
 * @example parseAmount('1 234,5 usdc', { decimals: 6, locale: 'fr', units: ['USDC'] }) // value: 1234500000n
 */
export function parseAmount(text: string, { decimals, locale, units }: AmountGrammar): ParsedAmount {
  if (text.length > textMaxLength) return problem('too-large')
  if (bidiOverride.test(text)) return problem('not-a-number')
  const latin = latinDigits(text.replace(invisible, ''))
  if (latin === undefined) return problem('not-a-number')
  const normalized = plainMarks(latin).trim()
  if (normalized === '') return problem('empty')
  const read = readUnit(
    normalized,
    units.map((unit) => plainMarks(unit.replace(invisible, '')).trim()),
  )
  if (read.is === 'unclear') return problem('ambiguous')
  const { group } = separatorsOf(locale)
  const parsed = readNumber(read.number, decimals, (mantissa) => split(mantissa, group))
  if (read.is === 'own' || (parsed.is === 'problem' && parsed.problem === 'not-a-number')) return parsed
  return { is: 'problem', problem: 'other-unit', unit: read.unit }
}

/**
 * Parses an amount that a program wrote into base units: digits with at most one decimal point, and an exponent in
 * JavaScript's notation.
 * @example parsePlainAmount('0.5', 18) // { is: 'amount', value: 500000000000000000n }
 */
export function parsePlainAmount(text: string, decimals: number): ParsedAmount {
  if (text === '') return problem('empty')
  if (text.length > textMaxLength) return problem('too-large')
  return readNumber(text, decimals, (mantissa) => {
    const [whole = '', fraction = '', ...more] = mantissa.split('.')
    return more.length > 0 ? 'not-a-number' : { whole, fraction }
  })
}
