import { getAddressEncoder, getBase58Encoder, getUtf8Encoder } from '@solana/web3.js'
import type { SignedText } from '../../chain-adapter.ts'
import { asAddress } from '../address.ts'

const algorithm = { name: 'Ed25519' }

/**
 * Whether an account signed a text (Ed25519).
 * @throws DOMException `NotSupportedError` in browsers that do not support Ed25519.
 */
export async function verifyMessage(signed: SignedText & { readonly address: string }): Promise<boolean> {
  const address = asAddress(signed.address)
  const signature = signatureBytes(signed.signature)
  if (address === undefined || signature === undefined) return false
  const keyBytes = Uint8Array.from(getAddressEncoder().encode(address))
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify'])
  const text = Uint8Array.from(getUtf8Encoder().encode(signed.message))
  return crypto.subtle.verify(algorithm, key, signature, text)
}

function signatureBytes(base58: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(getBase58Encoder().encode(base58))
  } catch {
    return undefined
  }
}
