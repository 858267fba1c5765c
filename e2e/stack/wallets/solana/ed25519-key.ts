/** A key that signs with Ed25519 of WebCrypto, which needs a secure context. */
export type Ed25519Key = { readonly sign: (message: Uint8Array) => Promise<Uint8Array<ArrayBuffer>> }

/** The bytes before the 32-byte seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

/** Creates a key from a seed: 32 bytes as hex, with or without 0x. */
export function ed25519Key(seed: string): Ed25519Key {
  const bytes = (seed.replace(/^0x/, '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  let key: Promise<CryptoKey> | undefined
  return {
    async sign(message) {
      key ??= crypto.subtle.importKey(
        'pkcs8',
        Uint8Array.from([...pkcs8Prefix, ...bytes]),
        'Ed25519',
        false,
        ['sign'],
      )
      return new Uint8Array(await crypto.subtle.sign('Ed25519', await key, Uint8Array.from(message)))
    },
  }
}
