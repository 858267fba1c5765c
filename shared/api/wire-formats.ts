import * as z from '#shared/zod.ts'

/** Comma-separated list in a query; an empty text is an empty list. */
export const csv = () =>
  z.pipe(
    z.string().check(z.maxLength(16_384)),
    z.transform((text) => text.split(',').filter((part) => part !== '')),
  )

/** CAIP-10 account or token id on the wire, e.g. `eip155:1:0xab…`. */
export const accountIdText = () =>
  z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))

/** A transaction id of a service: hex or base58, at most 128 characters. Any other value becomes undefined. */
export const transactionHashText = () =>
  z.catch(z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{1,128}$/))), undefined)

/** A token's name or symbol, which is untrusted. A long one is truncated, so that the token is still displayed. */
export const truncatedText = (max: number) =>
  z.pipe(
    z.string(),
    // Not half of a surrogate pair.
    z.transform((text) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')),
  )

/** The URL of an image; undefined for `null` and for longer ones. */
export const shortUrl = (url: string | null | undefined, max = 4_096): string | undefined =>
  url === null || url === undefined || url.length > max ? undefined : url

/** Schema of an image URL: `shortUrl` of a text or `null`. */
export const imageUrlText = (max = 4_096) =>
  z.pipe(
    z.nullable(z.string()),
    z.transform((url) => shortUrl(url, max)),
  )

/** The longest token amounts: 2^256 - 1 without decimals, and 255 decimals, the maximum of ERC-20's `uint8`. */
const decimalPattern = /^(-?)(\d{1,78})(?:\.(\d{1,255}))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Formats a decimal number without exponent and without superfluous zeros, digit by digit, so that no amount of money passes
 * through a float; `undefined` if the text is not a number.
 * @example plainDecimal('1.5e-7') // '0.00000015'
 */
export function plainDecimal(text: string): string | undefined {
  const match = decimalPattern.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const left = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  const right = point >= 0 ? digits.slice(point) : '0'.repeat(-point) + digits
  const fractionDigits = right.replace(/0+$/, '')
  const plain = `${left.replace(/^0+(?=\d)/, '')}${fractionDigits === '' ? '' : `.${fractionDigits}`}`
  return plain === '0' ? plain : sign + plain
}

/** A JSON number or a decimal text, as a plain decimal text, so that prices and values never become floats again. */
export const decimalText = () =>
  z.pipe(
    z.union([z.number(), z.string().check(z.maxLength(340))]),
    z.transform((input, context) => {
      const plain = plainDecimal(String(input))
      if (plain !== undefined) return plain
      context.issues.push({ code: 'custom', message: 'not a decimal number', input })
      return z.NEVER
    }),
  )
