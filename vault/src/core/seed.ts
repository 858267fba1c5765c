import { type Bytes, eraseBytes, utf8Bytes } from './bytes.ts'
import { assertEntropy } from './entropy.ts'
import { formatRecoveryPhrase } from './recovery-phrase.ts'

/** Iterations of PBKDF2, and the length of its output in bits, in BIP-39 and in substrate-bip39. */
const iterations = 2_048
const outputBits = 512

/** Length of a mini secret of schnorrkel, in bytes. */
const miniSecretLength = 32

/** PBKDF2-HMAC-SHA512 (RFC 8018 §5.2) of a secret, which is erased. */
async function stretchErased(secret: Bytes, salt: string): Promise<Bytes> {
  const key = await crypto.subtle
    .importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
    .finally(() => eraseBytes(secret))
  const algorithm = { name: 'PBKDF2', hash: 'SHA-512', salt: utf8Bytes(salt), iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, outputBits))
}

/**
 * Derives the 64-byte seed of BIP-39 from a wallet's entropy: EVM and Solana accounts are derived from it. The passphrase
 * is BIP-39's, which the vault does not use.
 * @throws RangeError if the entropy is not 16 bytes.
 */
export async function deriveSeed(entropy: Uint8Array, passphrase = ''): Promise<Bytes> {
  const phrase = utf8Bytes(formatRecoveryPhrase(entropy))
  return stretchErased(phrase, `mnemonic${passphrase}`.normalize('NFKD'))
}

/**
 * Derives the 32-byte mini secret of substrate-bip39 from a wallet's entropy: Polkadot accounts are derived from it. Unlike
 * BIP-39, it stretches the entropy and not the words. The vault does not use the password.
 * @throws RangeError if the entropy is not 16 bytes.
 */
export async function deriveMiniSecret(entropy: Uint8Array, password = ''): Promise<Bytes> {
  assertEntropy(entropy)
  const stretched = await stretchErased(new Uint8Array(entropy), `mnemonic${password}`)
  const miniSecret = stretched.slice(0, miniSecretLength)
  eraseBytes(stretched)
  return miniSecret
}
