import { generateKeyPairSync, sign } from 'node:crypto'
import { type Address, getAddressDecoder } from '@solana/web3.js'

/** A new Ed25519 key and its address. */
export type TestKey = { readonly address: Address; readonly sign: (bytes: Uint8Array) => Uint8Array }

export function testKey(): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    address: getAddressDecoder().decode(bytes),
    sign: (message) => sign(null, message, privateKey),
  }
}

/**
 * Signs a transaction whose payer is this key, as wallets do: writes the first signature at its position.
 * @throws Error if there are more than 127 signatures, which do not fit in a transaction.
 */
export function signWire(wire: Uint8Array, key: TestKey): Uint8Array {
  const count = wire[0] ?? 0
  if (count === 0 || count > 127) throw new Error('No transaction')
  const message = wire.subarray(1 + 64 * count)
  const signed = Uint8Array.from(wire)
  signed.set(key.sign(message), 1)
  return signed
}
