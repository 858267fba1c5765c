import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type Address, getAddressDecoder } from '@solana/kit'

/** An account of the local Solana chain. Its key is derived from its label, and so is public. */
export type SvmAccount = {
  readonly label: string
  readonly address: Address
  /** The seed of the Ed25519 key, 32 bytes. */
  readonly privateKey: Uint8Array
  readonly sign: (message: Uint8Array) => Uint8Array
}

/** The bytes before the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const toPrivateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })

/** Returns the account of a label, the same in every run. */
export function svmAccount(label: string): SvmAccount {
  const privateKey = createHash('sha256').update(`drawbridge local world: solana ${label}`).digest()
  const key = toPrivateKey(privateKey)
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    label,
    address: getAddressDecoder().decode(publicKey),
    privateKey,
    sign: (message) => sign(null, message, key),
  }
}
