import { sanitizeText } from './sanitize-text.ts'

/** Characters between the digits of an amount, or before it. */
const between = String.raw`[\s.,'’_·٫٬،\p{Sc}]`

/** A symbol that continues the number before it: `5 000 USDC` would be five of the token `000 USDC`. */
const likeDigits = new RegExp(
  String.raw`^(?:${between}*\p{Nd}{3}(?!\p{Nd})|${between}+\p{Nd}|\p{Nd}+(?:${between}|$))`,
  'u',
)

/** Quotes that an earlier call added. */
const quoted = /^“(.*)”$/u

/**
 * Sanitizes an untrusted symbol for display after an amount: as `sanitizeText`, and in quotes if it would read as more
 * digits of the amount. A sanitized symbol stays unchanged.
 */
export function sanitizeSymbol(text: string, maxLength: number): string {
  const symbol = sanitizeText(text.replace(quoted, '$1'), maxLength)
  return likeDigits.test(symbol) ? `“${symbol}”` : symbol
}
