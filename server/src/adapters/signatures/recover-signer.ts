import type { Address, Hex } from 'viem'
import { recoverAddress } from 'viem/utils'

/** The address whose key signed a hash (secp256k1, with the recovery bit); undefined for a signature of no key. */
export type RecoverSigner = (hash: Hex, signature: Hex) => Promise<Address | undefined>

/** Recovers on this thread, which does nothing else for about a millisecond. */
export const recoverSigner: RecoverSigner = (hash, signature) =>
  recoverAddress({ hash, signature }).catch(() => undefined)
