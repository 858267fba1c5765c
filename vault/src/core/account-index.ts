/** Indexes from here on are hardened, in BIP-32 and SLIP-10. */
export const hardenedOffset = 0x8000_0000

/** Throws unless the number is the index of an account: an integer from 0 to 2^31 - 1. @throws RangeError */
export function assertAccountIndex(index: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= hardenedOffset)
    throw new RangeError('The index of an account must be an integer from 0 to 2^31 - 1')
}
