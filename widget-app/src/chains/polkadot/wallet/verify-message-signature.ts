import { stringToU8a, u8aWrapBytes } from '@polkadot/util'
import type { SignedText } from '../../chain-adapter.ts'
import { isSignatureOf } from './signature-check.ts'

/**
 * Whether an account signed a text, with or without the `<Bytes>` wrapper, with the key of its kind: sr25519, ed25519,
 * ecdsa, or ethereum for an account of 20 bytes.
 */
export async function verifyMessage({
  message,
  signature,
  address,
}: SignedText & { readonly address: string }): Promise<boolean> {
  const text = stringToU8a(message)
  return [u8aWrapBytes(text), text].some((bytes) => isSignatureOf(bytes, signature, address))
}
