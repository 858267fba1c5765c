import type { Address, Hex } from 'viem'
import { recoverAddress } from 'viem/utils'

/** Returns the address whose key signed a hash (secp256k1, with the recovery bit); undefined for an invalid signature. */
export type RecoverSigner = (hash: Hex, signature: Hex) => Promise<Address | undefined>

/** Recovers on this thread, which is blocked for about a millisecond. */
export const recoverSigner: RecoverSigner = (hash, signature) =>
  recoverAddress({ hash, signature }).catch(() => undefined)
