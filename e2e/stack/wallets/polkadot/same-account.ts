import { fromBase58 } from '../base58.ts'

const checksumLength = 2
/** A first byte with this bit stands for a network prefix of two bytes (SS58). */
const longPrefixBit = 0x40

/** What an address stands for, whatever network it is written for: the key of SS58, or the text of `0x…`. */
function keyOf(address: string): string {
  const bytes = fromBase58(address)
  if (bytes === undefined) return address.toLowerCase()
  const prefixLength = (bytes[0] ?? 0) & longPrefixBit ? 2 : 1
  return bytes.slice(prefixLength, -checksumLength).join()
}

/** Whether two addresses are of one key; dApps write the address of a key for their own network. */
export const sameAccount = (one: string, other: string): boolean => keyOf(one) === keyOf(other)
