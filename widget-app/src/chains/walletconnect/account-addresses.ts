import { decodeBase58 } from '#shared/caip/base58.ts'

const evmAddress = /^0x[0-9a-fA-F]{40}$/
const keyLength = 32
const checksumLength = 2
/** SS58 prefixes from this first byte on take two bytes. */
const longPrefixFrom = 64

/** The public key in an SS58 address, which is the same on every chain, as text. The adapter verifies the checksum. */
function ss58Key(address: string): string | undefined {
  const bytes = decodeBase58(address)
  if (bytes === undefined) return undefined
  const key = bytes.slice((bytes[0] ?? 0) < longPrefixFrom ? 1 : 2, -checksumLength)
  return key.length === keyLength ? key.join() : undefined
}

/** Whether two addresses of the namespace `polkadot` have the same public key. */
export const isSameKey = (left: string, right: string): boolean =>
  left.toLowerCase() === right.toLowerCase() ||
  (ss58Key(left) !== undefined && ss58Key(left) === ss58Key(right))

/** Whether a text has the form of an address of a namespace. The adapters validate it fully. */
export function isAddress(namespace: 'eip155' | 'solana' | 'polkadot', address: string): boolean {
  switch (namespace) {
    case 'eip155':
      return evmAddress.test(address)
    case 'solana':
      return decodeBase58(address)?.length === keyLength
    case 'polkadot':
      return evmAddress.test(address) || ss58Key(address) !== undefined
  }
}
