import type { Bytes } from './bytes.ts'

/** Length of a wallet's entropy in bytes: 128 bits, which are 12 words of BIP-39. */
export const entropyLength = 16

/** Creates the entropy of a new wallet from the system's random generator. */
export const createEntropy = (): Bytes => crypto.getRandomValues(new Uint8Array(entropyLength))

/** Throws unless the bytes have the length of a wallet's entropy. @throws RangeError */
export function assertEntropy(entropy: Uint8Array): void {
  if (entropy.length !== entropyLength) throw new RangeError(`Entropy must be ${entropyLength} bytes`)
}
