import { secp256k1 } from '@noble/curves/secp256k1'
import { hexToBytes } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { LocalKey } from '../../local-keys.ts'
import type { Hex } from '../hex.ts'

/** A key as the vault has one, and the same key in viem, which signs independently of the code under test. */
export type TestLocalKey = {
  readonly key: Extract<LocalKey, { namespace: 'eip155' }>
  readonly account: PrivateKeyAccount
}

/** Creates a key as the vault does. */
export function testLocalKey(privateKey: Hex = generatePrivateKey()): TestLocalKey {
  const account = privateKeyToAccount(privateKey)
  const signDigest = (digest: Uint8Array): Uint8Array => {
    const signature = secp256k1.sign(digest, hexToBytes(privateKey), { lowS: true })
    return Uint8Array.of(...signature.toCompactRawBytes(), 27 + signature.recovery)
  }
  return { account, key: { namespace: 'eip155', address: account.address, signDigest } }
}
