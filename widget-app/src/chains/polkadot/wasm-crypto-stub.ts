/**
 * Replaces `@polkadot/wasm-crypto`, which is half a megabyte of WebAssembly in base64. `isReady` is false, so that
 * `@polkadot/util-crypto` uses its JavaScript implementations (@noble, @scure), and no page needs `wasm-unsafe-eval`.
 */
export const isReady = (): boolean => false
export const waitReady = async (): Promise<boolean> => true
export const packageInfo = { name: '@polkadot/wasm-crypto', path: 'auto', type: 'auto', version: '7.5.4' }

const absent = (): never => {
  throw new Error('WebAssembly cryptography is not part of this build')
}

export {
  absent as bip39Generate,
  absent as bip39ToEntropy,
  absent as bip39ToMiniSecret,
  absent as bip39ToSeed,
  absent as bip39Validate,
  absent as blake2b,
  absent as ed25519KeypairFromSeed,
  absent as ed25519Sign,
  absent as ed25519Verify,
  absent as hmacSha256,
  absent as hmacSha512,
  absent as keccak256,
  absent as keccak512,
  absent as pbkdf2,
  absent as scrypt,
  absent as secp256k1Compress,
  absent as secp256k1Expand,
  absent as secp256k1FromSeed,
  absent as secp256k1Recover,
  absent as secp256k1Sign,
  absent as sha256,
  absent as sha512,
  absent as sr25519Agree,
  absent as sr25519DeriveKeypairHard,
  absent as sr25519DeriveKeypairSoft,
  absent as sr25519DerivePublicSoft,
  absent as sr25519KeypairFromSeed,
  absent as sr25519Sign,
  absent as sr25519Verify,
  absent as twox,
  absent as vrfSign,
  absent as vrfVerify,
}
