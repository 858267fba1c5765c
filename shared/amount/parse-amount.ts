import { separatorsOf } from './separators.ts'

/** Why a text is no amount; `ambiguous` is a mark that could mean thousands or decimals, such as `1,234` in English. */
export type AmountProblem =
  | 'empty'
  | 'sign'
  | 'exponent'
  | 'ambiguous'
  | 'too-many-decimals'
  | 'too-large'
  | 'not-a-number'

export type ParsedAmount =
  | { readonly is: 'amount'; readonly value: bigint }
  | { readonly is: 'problem'; readonly problem: AmountProblem }

const maxUint256 = 2n ** 256n - 1n
const textMaxLength = 128
const groupOnlyMarks = /[\s'’\u066c]/g
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

const problem = (name: AmountProblem): ParsedAmount => ({ is: 'problem', problem: name })

/** Decimal marks and digits of Arabic and Persian keyboards become `.` and 0–9. */
const toLatin = (text: string): string =>
  text
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066b', '.')
    .replaceAll('\u060c', ',')

/** Thousands, or the Indian lakh and crore: the last group has three digits, the others two or three. */
const isGrouped = (parts: readonly string[]): boolean => {
  const [first = '', ...rest] = parts
  return (
    /^[1-9]\d{0,2}$/.test(first) &&
    rest.every((part, index) => (index === rest.length - 1 ? /^\d{3}$/ : /^\d{2,3}$/).test(part))
  )
}

type Split = { readonly whole: string; readonly fraction: string }

/** Whole and fraction once each mark has a meaning, or why no meaning is safe. */
function split(text: string, group: string): Split | AmountProblem {
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
  // A lone grouping mark before three digits: a factor of a thousand hangs on it, so nobody guesses.
  return last === group && isGrouped([whole, fraction]) ? 'ambiguous' : { whole, fraction }
}

function toBaseUnits({ whole, fraction }: Split, decimals: number): ParsedAmount {
  if (!/^\d*$/.test(whole) || !/^\d*$/.test(fraction) || whole + fraction === '')
    return problem('not-a-number')
  if (fraction.length > decimals) return problem('too-many-decimals')
  const value = BigInt(whole + fraction.padEnd(decimals, '0'))
  return value > maxUint256 ? problem('too-large') : { is: 'amount', value }
}

const inspect = (text: string): AmountProblem | undefined => {
  if (text === '') return 'empty'
  if (text.length > textMaxLength) return 'too-large'
  if (/^[+\-−–]|[+\-−–]$/.test(text)) return 'sign'
  return /^[\d.,]+e[+-]?\d+$/i.test(text) ? 'exponent' : undefined
}

/**
 * Reads an amount typed by a person into base units of an asset with `decimals`: decimal comma or point, and
 * optional grouping as `locale` (BCP 47) or another locale writes it. Never guesses between thousands and decimals.
 * @example parseAmount('1 234,5', 6, 'fr') // { is: 'amount', value: 1234500000n }
 */
export function parseAmount(text: string, decimals: number, locale: string): ParsedAmount {
  const typed = toLatin(text.trim())
  const found = inspect(typed)
  if (found !== undefined) return problem(found)
  const decimalAt = typed.search(/[.,]/)
  const head = decimalAt === -1 ? typed : typed.slice(0, decimalAt)
  const tail = decimalAt === -1 ? '' : typed.slice(decimalAt)
  const groups = head.split(groupOnlyMarks)
  if (groups.length > 1 && !isGrouped(groups)) return problem('not-a-number')
  const meaning = split(groups.join('') + tail, separatorsOf(locale).group)
  return typeof meaning === 'string' ? problem(meaning) : toBaseUnits(meaning, decimals)
}

/**
 * Reads an amount written by a program into base units: digits with at most one decimal point, nothing else.
 * @example parsePlainAmount('0.5', 18) // { is: 'amount', value: 500000000000000000n }
 */
export function parsePlainAmount(text: string, decimals: number): ParsedAmount {
  const found = inspect(text)
  if (found !== undefined) return problem(found)
  const [whole = '', fraction = '', ...more] = text.split('.')
  return more.length > 0 ? problem('not-a-number') : toBaseUnits({ whole, fraction }, decimals)
}
