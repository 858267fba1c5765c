import * as z from 'zod/mini'

/** Comma-separated list in a query; an empty text is an empty list. */
export const csv = () =>
  z.pipe(
    z.string().check(z.maxLength(16_384)),
    z.transform((text) => text.split(',').filter((part) => part !== '')),
  )

/** CAIP-10 account or token id as it stands on the wire, e.g. `eip155:1:0xab…`. */
export const accountIdText = () =>
  z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))

/** A transaction as a service names it: hex or base58, of at most 128 characters. What is neither is none. */
export const transactionHashText = () =>
  z.catch(z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{1,128}$/))), undefined)

/** What a token calls itself, which anybody may choose: too long, it is cut, since the token is there all the same. */
export const cutText = (max: number) =>
  z.pipe(
    z.string(),
    // Half a character is none.
    z.transform((text) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')),
  )

/** Where a picture is; a longer address is none, and so is `null`. */
export const shortUrl = (url: string | null | undefined, max = 4_096): string | undefined =>
  url === null || url === undefined || url.length > max ? undefined : url

/** Schema of where a picture is: `shortUrl` of a text or `null`. */
export const pictureUrl = (max = 4_096) =>
  z.pipe(
    z.nullable(z.string()),
    z.transform((url) => shortUrl(url, max)),
  )

/** The longest amounts of a token: 2^256 - 1 without decimals, and 255 decimals, the most that ERC-20's `uint8` can tell. */
const decimalPattern = /^(-?)(\d{1,78})(?:\.(\d{1,255}))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Writes a decimal number without exponent and without superfluous zeros, digit by digit, so that no
 * amount of money passes through a float; `undefined` when the text is not a number.
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
  const kept = right.replace(/0+$/, '')
  const plain = `${left.replace(/^0+(?=\d)/, '')}${kept === '' ? '' : `.${kept}`}`
  return plain === '0' ? plain : sign + plain
}

/** A JSON number or a decimal text, as a plain decimal text: prices and values never become floats again. */
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
