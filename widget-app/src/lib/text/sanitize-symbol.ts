import { sanitizeText } from './sanitize-text.ts'

/** What stands between the digits of an amount, or before it. */
const between = String.raw`[\s.,'’_·٫٬،\p{Sc}]`

/** A symbol that goes on with the number before it: `5 000 USDC` would be five of the token `000 USDC`. */
const likeDigits = new RegExp(
  String.raw`^(?:${between}*\p{Nd}{3}(?!\p{Nd})|${between}+\p{Nd}|\p{Nd}+(?:${between}|$))`,
  'u',
)

/** The quotes that were set here before. */
const quoted = /^“(.*)”$/u

/**
 * A symbol from outside, made safe to stand behind an amount: as `sanitizeText`, and in quotes where it would read as more digits
 * of the amount. What is clean stays as it is.
 */
export function sanitizeSymbol(text: string, maxLength: number): string {
  const symbol = sanitizeText(text.replace(quoted, '$1'), maxLength)
  return likeDigits.test(symbol) ? `“${symbol}”` : symbol
}
