/** BIP-32 and SLIP-10 a second time, by node:crypto (OpenSSL) only, to compare with the vault's. */
import {
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  pbkdf2Sync,
} from 'node:crypto'

const order = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')
const hardened = 0x8000_0000

type Node = { readonly key: Buffer; readonly chainCode: Buffer }

const hmacNode = (key: Buffer | string, data: Buffer): Node => {
  const hash = createHmac('sha512', key).update(data).digest()
  return { key: hash.subarray(0, 32), chainCode: hash.subarray(32) }
}

const indexBytes = (index: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(index)
  return bytes
}

const toScalar = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)

/** Public key of a secp256k1 private key: 33 bytes, or 65 uncompressed. */
export function secp256k1PublicKey(privateKey: Buffer, format: 'compressed' | 'uncompressed'): Buffer {
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(privateKey)
  return curve.getPublicKey(null, format)
}

/** The 64-byte seed of BIP-39 for a phrase without passphrase. */
export const bip39Seed = (phrase: string): Buffer => pbkdf2Sync(phrase, 'mnemonic', 2_048, 64, 'sha512')

/** secp256k1 private key of a path with hardened indexes from 2^31 on. */
export const bip32Key = (seed: Buffer, path: readonly number[]): Buffer =>
  path.reduce<Node>(
    ({ key, chainCode }, index) => {
      const parent =
        index >= hardened ? Buffer.concat([Buffer.alloc(1), key]) : secp256k1PublicKey(key, 'compressed')
      const child = hmacNode(chainCode, Buffer.concat([parent, indexBytes(index)]))
      const scalar = (toScalar(child.key) + toScalar(key)) % order
      return { key: Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'), chainCode: child.chainCode }
    },
    hmacNode('Bitcoin seed', seed),
  ).key

/** ed25519 private key of a path whose indexes are all hardened. */
export const slip10Key = (seed: Buffer, path: readonly number[]): Buffer =>
  path.reduce<Node>(
    ({ key, chainCode }, index) =>
      hmacNode(chainCode, Buffer.concat([Buffer.alloc(1), key, indexBytes(hardened + index)])),
    hmacNode('ed25519 seed', seed),
  ).key

/** The prefix of DER before the 32 bytes of an ed25519 private key (PKCS #8, RFC 8410 §7) and public key (SPKI, §4). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Public key of an ed25519 private key: 32 bytes. */
export const ed25519PublicKey = (privateKey: Buffer): Buffer =>
  createPublicKey(
    createPrivateKey({ key: Buffer.concat([pkcs8Prefix, privateKey]), format: 'der', type: 'pkcs8' }),
  )
    .export({ format: 'der', type: 'spki' })
    .subarray(spkiPrefix.length)

/** The key object of 32 bytes of an ed25519 public key. */
export const ed25519KeyObject = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' })
