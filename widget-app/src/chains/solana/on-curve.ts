import { type Address, getAddressEncoder } from '@solana/web3.js'

/** The prime and the constant of Ed25519 (RFC 8032 §5.1). */
const p = 2n ** 255n - 19n
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

const modulo = (value: bigint): bigint => ((value % p) + p) % p

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = modulo(base)
  for (let remaining = exponent; remaining > 0n; remaining >>= 1n) {
    if (remaining & 1n) result = modulo(result * square)
    square = modulo(square * square)
  }
  return result
}

/**
 * Whether an address is a point on Ed25519, so that it can have a private key. Program-derived addresses, such as token
 * accounts and vaults, are never on the curve. Computed here, because `@noble/curves` would add 11 kB to the adapter.
 */
export function isOnCurve(address: Address): boolean {
  const bytes = getAddressEncoder().encode(address)
  const y = bytes.reduceRight((value, byte, at) => (value << 8n) | BigInt(at === 31 ? byte & 0x7f : byte), 0n)
  if (y >= p) return false
  const numerator = modulo(y * y - 1n)
  const denominator = modulo(d * y * y + 1n)
  const square = modulo(numerator * power(denominator, p - 2n))
  return power(square, (p - 1n) / 2n) <= 1n
}
