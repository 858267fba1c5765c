import { latinDigits } from '#shared/amount/latin-digits.ts'

const codeLength = 6

/** The result of parsing the code field. */
export type TypedCode =
  | { readonly is: 'incomplete' }
  | { readonly is: 'code'; readonly digits: string }
  /** `not-digits`: other characters, and no code within the text. */
  | { readonly is: 'problem'; readonly problem: 'not-digits' | 'too-long' }

const onlyDigits = (text: string): string => text.replace(/\D/g, '')

/** Digits in groups, as typed. */
const digitGroups = /^[\d\s\p{Pd}]*$/u

const adjacent = String.raw`[\p{Script=Latin}_\d]`
const separators = '.,:/-'

/**
 * Six digits in a sentence, in one or two groups. Digits next to Latin letters or other digits belong to something else: an
 * amount, a date, a hash.
 */
const standaloneCode = new RegExp(
  String.raw`(?<!${adjacent}|\d[${separators}])\d{6}(?!${adjacent}|[${separators}]\d)` +
    String.raw`|(?<!${adjacent}|\d[ ${separators}])\d{3}[ -]\d{3}(?!${adjacent}|[ ${separators}]\d)`,
  'gu',
)

/**
 * Parses a typed code, or one pasted with the surrounding e-mail text: digits of every script, of which exactly one group of
 * six stands alone. Any other text is not a code: digits are never dropped to make one.
 * @example parseCode('Your code is 482913.') // { is: 'code', digits: '482913' }
 */
export function parseCode(text: string): TypedCode {
  const latin = latinDigits(text.replace(/\p{Cf}/gu, ''))
  if (latin === undefined) return { is: 'problem', problem: 'not-digits' }
  const digits = onlyDigits(latin)
  if (digitGroups.test(latin)) {
    if (digits.length > codeLength) return { is: 'problem', problem: 'too-long' }
    return digits.length === codeLength ? { is: 'code', digits } : { is: 'incomplete' }
  }
  const [code, ...others] = new Set(latin.match(standaloneCode)?.map(onlyDigits))
  if (code !== undefined && others.length === 0) return { is: 'code', digits: code }
  return { is: 'problem', problem: digits.length > codeLength ? 'too-long' : 'not-digits' }
}
