import { latinDigits } from '#shared/amount/latin-digits.ts'

const codeLength = 6

/** What the code field reads from its text. */
export type TypedCode =
  | { readonly is: 'incomplete' }
  | { readonly is: 'code'; readonly digits: string }
  /** `not-digits`: no digits alone, and no code in the words around them. */
  | { readonly is: 'problem'; readonly problem: 'not-digits' | 'too-long' }

const onlyDigits = (text: string): string => text.replace(/\D/g, '')

/** Digits in groups, as typed. */
const groups = /^[\d\s\p{Pd}]*$/u

const touching = String.raw`[\p{Script=Latin}_\d]`
const marks = '.,:/-'

/**
 * Six digits in a sentence, in one group or two. Those that touch Latin letters or other digits are part of something else:
 * an amount, a date, a hash.
 */
const alone = new RegExp(
  String.raw`(?<!${touching}|\d[${marks}])\d{6}(?!${touching}|[${marks}]\d)` +
    String.raw`|(?<!${touching}|\d[ ${marks}])\d{3}[ -]\d{3}(?!${touching}|[ ${marks}]\d)`,
  'gu',
)

/**
 * Reads a code as it is typed, or pasted with the mail around it: digits of every script, of which exactly six stand alone.
 * Any other text is no code: no digit is left out to make one.
 * @example readCode('Your code is 482913.') // { is: 'code', digits: '482913' }
 */
export function readCode(text: string): TypedCode {
  const latin = latinDigits(text.replace(/\p{Cf}/gu, ''))
  if (latin === undefined) return { is: 'problem', problem: 'not-digits' }
  const digits = onlyDigits(latin)
  if (groups.test(latin)) {
    if (digits.length > codeLength) return { is: 'problem', problem: 'too-long' }
    return digits.length === codeLength ? { is: 'code', digits } : { is: 'incomplete' }
  }
  const [code, ...others] = new Set(latin.match(alone)?.map(onlyDigits))
  if (code !== undefined && others.length === 0) return { is: 'code', digits: code }
  return { is: 'problem', problem: digits.length > codeLength ? 'too-long' : 'not-digits' }
}
