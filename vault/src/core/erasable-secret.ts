import { eraseBytes } from './bytes.ts'

/** A private key or seed in memory, which can be used until it is erased. */
export type ErasableSecret = {
  /** Calls a function with the secret. @throws Error after `erase`. */
  use<Result>(operation: (secret: Uint8Array) => Result): Result
  /** Overwrites the secret with zeros. */
  erase(): void
}

/** Creates an erasable secret of these bytes. The caller passes the array on and uses it no longer. */
export function createErasableSecret(secret: Uint8Array): ErasableSecret {
  let isErased = false
  return {
    use: (operation) => {
      // Libraries would accept the zeros, as a key that is known to all.
      if (isErased) throw new Error('The secret is erased')
      return operation(secret)
    },
    erase: () => {
      isErased = true
      eraseBytes(secret)
    },
  }
}
