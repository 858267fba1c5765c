import { signatureVerify } from '@polkadot/util-crypto/signature/verify'
import type { SignedText } from '../contract.ts'

/**
 * Whether an account signed a text, in `<Bytes>` or not, with the key of its kind: sr25519, ed25519, ecdsa, or ethereum
 * for an account of 20 bytes.
 */
export async function verifyMessage({
  message,
  signature,
  address,
}: SignedText & { readonly address: string }): Promise<boolean> {
  try {
    return signatureVerify(message, signature, address).isValid
  } catch {
    // No signature, or no address, at all.
    return false
  }
}
