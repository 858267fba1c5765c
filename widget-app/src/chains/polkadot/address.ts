import { decodeAddress, encodeAddress } from '@polkadot/util-crypto/address'
import { ethereumEncode } from '@polkadot/util-crypto/ethereum'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { h160Pattern, ss58Pattern } from './manifest.ts'

/** The SS58 prefix of no particular chain, which wallets use for their accounts. */
export const genericPrefix = 42
const keyLength = 32

function decodeKey(text: string, ignoreChecksum: boolean): Uint8Array | undefined {
  try {
    const key = decodeAddress(text, ignoreChecksum)
    return key.length === keyLength ? key : undefined
  } catch {
    return undefined
  }
}

function parseH160(text: string): string {
  const address = ethereumEncode(text.toLowerCase())
  const digits = text.slice(2)
  const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (isMixedCase && address !== text) throw wrongChecksum()
  return address
}

const wrongChecksum = () => new WidgetError('address/checksum', 'Address checksum does not match')

/**
 * Normalizes an address: SS58 with any prefix becomes SS58 with the generic prefix 42, so that one key has one text; a
 * 20-byte address (`ethereum` accounts) gets its EIP-55 checksum.
 * @throws WidgetError `address/invalid` ('Invalid address') or `address/checksum`.
 */
export function parseAddress(text: string): string {
  const typed = text.trim()
  if (h160Pattern.test(typed)) return parseH160(typed)
  if (ss58Pattern.test(typed)) {
    const key = decodeKey(typed, false)
    if (key !== undefined) return encodeAddress(key, genericPrefix)
    if (decodeKey(typed, true) !== undefined) throw wrongChecksum()
  }
  throw new WidgetError('address/invalid', texts.invalidAddress)
}

/** The normalized address; `undefined` if the text is not an address. */
export function normalizeAddress(text: string): string | undefined {
  try {
    return parseAddress(text)
  } catch {
    return undefined
  }
}

/** A normalized address with the prefix of a network; 20-byte addresses are the same on all networks. */
export const withPrefix = (address: string, prefix: number): string =>
  isH160(address) ? address : encodeAddress(accountBytes(address), prefix)

/** Prefixes that wallets and exchanges display: generic, Polkadot and Kusama. */
const displayedPrefixes: readonly number[] = [genericPrefix, 0, 2]

/**
 * The address as users see it, with the prefixes of well-known chains and the given ones. Both start and end of the text
 * differ by prefix, since its end is a checksum that includes the prefix.
 */
export function addressEncodings(address: string, prefixes: readonly number[]): readonly string[] {
  const normal = normalizeAddress(address)
  const all = [...new Set([...displayedPrefixes, ...prefixes])]
  return all.map((prefix) => (normal === undefined ? address : withPrefix(normal, prefix)))
}

/** Whether a normalized address is that of a 20-byte account. */
export const isH160 = (address: string): boolean => h160Pattern.test(address)

/** Decodes an address: a key of 32 bytes, or 20 bytes of an `ethereum` account. */
export const accountBytes = (address: string): Uint8Array => decodeAddress(address)
