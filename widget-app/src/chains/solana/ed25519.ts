import { type Address, getAddressEncoder } from '@solana/web3.js'

const algorithm = { name: 'Ed25519' }

/** Whether an account signed these bytes; `undefined` in browsers that do not support Ed25519. */
export async function isSignedBy(
  address: Address,
  bytes: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | undefined> {
  let key: CryptoKey
  try {
    const raw = Uint8Array.from(getAddressEncoder().encode(address))
    key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
  } catch (error) {
    // A derived address is not on the curve, so it cannot sign; any other error comes from the browser.
    return error instanceof DOMException && error.name === 'DataError' ? false : undefined
  }
  return crypto.subtle
    .verify(algorithm, key, Uint8Array.from(signature), Uint8Array.from(bytes))
    .catch(() => undefined)
}
