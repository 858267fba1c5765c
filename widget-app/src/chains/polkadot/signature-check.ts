import { signatureVerify } from '@polkadot/util-crypto/signature'
import { signedBytes } from './payload-bytes.ts'

/** Whether an account signed a payload, by its bytes; never throws. */
export const isPayloadSignedBy = (payload: Uint8Array, signature: string, address: string): boolean =>
  isSignatureOf(signedBytes(payload), signature, address)

/** Whether an account signed these bytes, with the key of its kind; never throws. */
export function isSignatureOf(bytes: Uint8Array, signature: string, address: string): boolean {
  try {
    return signatureVerify(bytes, signature, address).isValid
  } catch {
    return false
  }
}
