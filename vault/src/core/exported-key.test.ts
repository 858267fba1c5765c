import { Keyring as PolkadotKeyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { type Hex, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from '#shared/caip/base58.ts'
import { exportKey } from './exported-key.ts'
import { createKeyring } from './keyring.ts'
import { genericSs58Prefix } from './ss58.ts'
import { bytesOf, drawCases, hexText } from './testing/fixed-cases.ts'
import { ed25519PublicKey } from './testing/reference-derivation.ts'

const wallets = drawCases(bytesOf(16), 20).map((entropy) => [hexText(entropy), entropy] as const)

const hex = (text: string): Hex => {
  if (!isHex(text)) throw new TypeError(`${text} is not hexadecimal`)
  return text
}

beforeAll(async () => {
  await cryptoWaitReady()
})

test.each(wallets)(
  'wallet %s › exported keys › other libraries have the same accounts',
  async (_, entropy) => {
    const keyring = await createKeyring(entropy)
    const evm = privateKeyToAccount(hex(await exportKey(entropy, 'eip155')))
    expect(evm.address).toBe(keyring.eip155Account(0).address)
    // Private key, then public key.
    const solana = decodeBase58(await exportKey(entropy, 'solana')) ?? new Uint8Array()
    const publicKey = ed25519PublicKey(Buffer.from(solana.subarray(0, 32)))
    expect(encodeBase58(publicKey)).toBe(keyring.solanaAccount(0).address)
    expect(hexText(solana.subarray(32))).toBe(hexText(publicKey))
    const polkadot = new PolkadotKeyring({ type: 'sr25519', ss58Format: genericSs58Prefix })
    expect(polkadot.addFromUri(await exportKey(entropy, 'polkadot')).address).toBe(
      keyring.polkadotAccount(0, genericSs58Prefix).address,
    )
  },
)
