import { signatureVerify } from '@polkadot/util-crypto/signature'

/** Whether an account signed these bytes, with the key of its kind; never throws. */
export function isSignatureOf(bytes: Uint8Array, signature: string, address: string): boolean {
  try {
    return signatureVerify(bytes, signature, address).isValid
  } catch {
    return false
  }
}
