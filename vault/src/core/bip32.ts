import { HDKey } from '@scure/bip32'
import { type Bytes, eraseBytes } from './bytes.ts'

/**
 * Derives a secp256k1 private key by BIP-32.
 * @param seed 16 to 64 bytes.
 * @param path Child indexes from the master key; hardened ones are `hardenedOffset` or greater.
 * @returns 32 bytes, big-endian.
 * @throws Error if the seed is too short or too long, or an index is not from 0 to 2^32 - 1.
 */
export function deriveBip32Key(seed: Uint8Array, path: readonly number[]): Bytes {
  let node = HDKey.fromMasterSeed(seed)
  for (const index of path) {
    const child = node.deriveChild(index)
    eraseNode(node)
    node = child
  }
  if (node.privateKey === null) throw new Error('The derived key has no private part')
  const privateKey = new Uint8Array(node.privateKey)
  eraseNode(node)
  return privateKey
}

function eraseNode(node: HDKey): void {
  if (node.chainCode !== null) eraseBytes(node.chainCode)
  node.wipePrivateData()
}
