import { decodeBase58 } from '#shared/caip/base58.ts'

const checksumLength = 2
/** Set in the first byte of an SS58 address whose network prefix has two bytes. */
const longPrefixBit = 0x40

/** The key of an address, independent of the network: the bytes of an SS58 address, or the text of a `0x…` address. */
function keyOf(address: string): string {
  const bytes = decodeBase58(address)
  if (bytes === undefined) return address.toLowerCase()
  const prefixLength = (bytes[0] ?? 0) & longPrefixBit ? 2 : 1
  return bytes.slice(prefixLength, -checksumLength).join()
}

/** Whether two addresses have the same key; dApps encode an address for their network. */
export const sameAccount = (one: string, other: string): boolean => keyOf(one) === keyOf(other)
