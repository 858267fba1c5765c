const depthLimit = 4
const membersLimit = 32
const textMaxLength = 256
/** Addresses, keys, hashes, signatures and tokens contain longer runs of letters and digits than words and versions do. */
const identifier = /[A-Za-z0-9+/_=]{25,}/
/** A CAIP-2 id may contain the start of a genesis hash. */
const chainId = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const email = /@/

/** E-mail addresses, hexadecimal values of 8 bytes or more, and runs longer than the reference of a chain id. */
const secretsInText =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|0x[0-9a-fA-F]{16,}|(?<![A-Za-z0-9])[A-Za-z0-9]{33,}(?![A-Za-z0-9])/g

/**
 * Replaces everything in a message or a stack that could be an address, a key, a hash or an e-mail address with `[removed]`.
 */
export const redactAccountText = (text: string): string => text.replace(secretsInText, '[removed]')

const isSafe = (text: string): boolean =>
  text.length <= textMaxLength && !email.test(text) && (!identifier.test(text) || chainId.test(text))

/**
 * A copy of a JSON value in which each string that could be an address, a key, a token or an e-mail address is `[removed]`.
 */
export function redactAccounts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return isSafe(value) ? value : '[removed]'
  if (typeof value !== 'object' || value === null) return value
  if (depth >= depthLimit) return '[removed]'
  if (Array.isArray(value))
    return value.slice(0, membersLimit).map((member) => redactAccounts(member, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, membersLimit)
      .filter(([name]) => isSafe(name))
      .map(([name, member]) => [name, redactAccounts(member, depth + 1)]),
  )
}
