import { verify } from 'node:crypto'
import { BIP44CoinTypeNode, deriveBIP44AddressKey, SLIP10Node } from '@metamask/key-tree'
import { Keyring as PolkadotKeyring } from '@polkadot/keyring'
import {
  cryptoWaitReady,
  keccakAsU8a,
  mnemonicToMiniSecret,
  secp256k1Recover,
  sr25519Verify,
} from '@polkadot/util-crypto'
import { bytesToHex, getAddress, recoverAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from '#shared/caip/base58.ts'
import { hardenedOffset } from './account-index.ts'
import { createEntropy } from './entropy.ts'
import { createErasableSecret } from './erasable-secret.ts'
import { createKeyring } from './keyring.ts'
import { formatRecoveryPhrase } from './recovery-phrase.ts'
import { deriveMiniSecret } from './seed.ts'
import { genericSs58Prefix, polkadotSs58Prefix } from './ss58.ts'
import { bytesOf, drawCases, hexText } from './testing/fixed-cases.ts'
import {
  bip32Key,
  bip39Seed,
  ed25519KeyObject,
  ed25519PublicKey,
  secp256k1PublicKey,
  slip10Key,
} from './testing/reference-derivation.ts'

const wallets = drawCases(bytesOf(16), 20).map((entropy) => [hexText(entropy), entropy] as const)
const indexes = [0, 1, 19]
const message = new TextEncoder().encode('Sign in to example.org')
const [, firstEntropy = createEntropy()] = wallets[0] ?? []

beforeAll(async () => {
  // The WebAssembly of @polkadot/util-crypto is schnorrkel, libsecp256k1 and tiny-keccak in Rust.
  await cryptoWaitReady()
})

describe('keyring › EVM', () => {
  test.each(wallets)("wallet %s › addresses › MetaMask's and viem's", async (_, entropy) => {
    const keyring = await createKeyring(entropy)
    const phrase = formatRecoveryPhrase(entropy)
    const coin = await BIP44CoinTypeNode.fromDerivationPath([`bip39:${phrase}`, "bip32:44'", "bip32:60'"])
    for (const index of indexes) {
      const { address } = keyring.eip155Account(index)
      expect(address).toBe(mnemonicToAccount(phrase, { addressIndex: index }).address)
      const metamask = await deriveBIP44AddressKey(coin, { account: 0, change: 0, address_index: index })
      expect(address).toBe(getAddress(metamask.address))
    }
  })

  test.each(wallets)("wallet %s › addresses › OpenSSL's", async (_, entropy) => {
    const keyring = await createKeyring(entropy)
    const seed = bip39Seed(formatRecoveryPhrase(entropy))
    for (const index of indexes) {
      const key = bip32Key(seed, [hardenedOffset + 44, hardenedOffset + 60, hardenedOffset, 0, index])
      const hash = keccakAsU8a(secp256k1PublicKey(key, 'uncompressed').subarray(1))
      expect(keyring.eip155Account(index).address.toLowerCase()).toBe(`0x${hexText(hash.subarray(12))}`)
    }
  })

  test.each(wallets)('wallet %s › digest signed › recovers the address', async (_, entropy) => {
    const account = (await createKeyring(entropy)).eip155Account(0)
    const digest = keccakAsU8a(entropy)
    const signature = account.signDigest(digest)
    expect(signature).toHaveLength(65)
    const v = signature[64] ?? 0
    expect([27, 28]).toContain(v)
    expect(signature[32]).toBeLessThan(0x80)
    expect(await recoverAddress({ hash: digest, signature: bytesToHex(signature) })).toBe(account.address)
    const publicKey = secp256k1Recover(digest, signature.subarray(0, 64), v - 27, 'keccak', false)
    expect(hexText(keccakAsU8a(publicKey).subarray(12))).toBe(account.address.slice(2).toLowerCase())
  })

  test.each([31, 33])('digest of %i bytes › signed › throws', async (length) => {
    const account = (await createKeyring(firstEntropy)).eip155Account(0)
    expect(() => account.signDigest(new Uint8Array(length))).toThrow(RangeError)
  })
})

describe('keyring › Solana', () => {
  test.each(wallets)("wallet %s › addresses › Phantom's path by OpenSSL, MetaMask's", async (_, entropy) => {
    const keyring = await createKeyring(entropy)
    const phrase = formatRecoveryPhrase(entropy)
    for (const index of indexes) {
      const { address } = keyring.solanaAccount(index)
      expect(address).toBe(encodeBase58(ed25519PublicKey(slip10Key(bip39Seed(phrase), [44, 501, index, 0]))))
      const metamask = await SLIP10Node.fromDerivationPath({
        curve: 'ed25519',
        derivationPath: [`bip39:${phrase}`, "slip10:44'", "slip10:501'", `slip10:${index}'`, "slip10:0'"],
      })
      expect(address).toBe(encodeBase58(metamask.publicKeyBytes.subarray(1)))
    }
  })

  test.each(wallets)('wallet %s › message signed › OpenSSL verifies', async (_, entropy) => {
    const account = (await createKeyring(entropy)).solanaAccount(0)
    const key = ed25519KeyObject(decodeBase58(account.address) ?? new Uint8Array())
    const signature = account.signMessage(message)
    expect(verify(null, message, key, signature)).toBe(true)
    expect(verify(null, message.subarray(1), key, signature)).toBe(false)
  })
})

describe('keyring › Polkadot', () => {
  test.each(wallets)("wallet %s › mini secret › polkadot-js's", async (_, entropy) => {
    expect(await deriveMiniSecret(entropy)).toEqual(
      new Uint8Array(mnemonicToMiniSecret(formatRecoveryPhrase(entropy))),
    )
  })

  test.each(wallets)("wallet %s › addresses › polkadot-js's", async (_, entropy) => {
    const keyring = await createKeyring(entropy)
    const phrase = formatRecoveryPhrase(entropy)
    const polkadot = new PolkadotKeyring({ type: 'sr25519', ss58Format: polkadotSs58Prefix })
    for (const index of indexes) {
      const pair = polkadot.createFromUri(index === 0 ? phrase : `${phrase}//${index}`)
      const account = keyring.polkadotAccount(index, polkadotSs58Prefix)
      expect(account.address).toBe(pair.address)
      expect(account.publicKey).toBe(`0x${hexText(pair.publicKey)}`)
    }
  })

  test.each([genericSs58Prefix, 2, 63, 64, 255, 1_284, 16_383])(
    "prefix %i › polkadot-js's",
    async (prefix) => {
      const keyring = await createKeyring(firstEntropy)
      const { address } = new PolkadotKeyring({ type: 'sr25519', ss58Format: prefix }).createFromUri(
        formatRecoveryPhrase(firstEntropy),
      )
      expect(keyring.polkadotAccount(0, prefix).address).toBe(address)
    },
  )

  test.each(wallets)('wallet %s › message signed › schnorrkel verifies', async (_, entropy) => {
    const account = (await createKeyring(entropy)).polkadotAccount(1, polkadotSs58Prefix)
    const signature = account.signMessage(message)
    expect(sr25519Verify(message, signature, account.publicKey)).toBe(true)
    expect(sr25519Verify(message.subarray(1), signature, account.publicKey)).toBe(false)
  })

  test("highest index › address › polkadot-js's", async () => {
    const index = 2 ** 31 - 1
    const pair = new PolkadotKeyring({ type: 'sr25519', ss58Format: 42 }).createFromUri(
      `${formatRecoveryPhrase(firstEntropy)}//${index}`,
    )
    const keyring = await createKeyring(firstEntropy)
    expect(keyring.polkadotAccount(index, genericSs58Prefix).address).toBe(pair.address)
  })
})

describe('keyring', () => {
  test.each([-1, 0.5, 2 ** 31, Number.NaN])('index %d › throws', async (index) => {
    const keyring = await createKeyring(firstEntropy)
    expect(() => keyring.eip155Account(index)).toThrow(RangeError)
    expect(() => keyring.solanaAccount(index)).toThrow(RangeError)
    expect(() => keyring.polkadotAccount(index, polkadotSs58Prefix)).toThrow(RangeError)
  })

  test('erased account › signs › throws', async () => {
    const keyring = await createKeyring(firstEntropy)
    const eip155 = keyring.eip155Account(0)
    const solana = keyring.solanaAccount(0)
    const polkadot = keyring.polkadotAccount(0, polkadotSs58Prefix)
    for (const account of [eip155, solana, polkadot]) account.erase()
    expect(() => eip155.signDigest(new Uint8Array(32))).toThrow('erased')
    expect(() => solana.signMessage(message)).toThrow('erased')
    expect(() => polkadot.signMessage(message)).toThrow('erased')
  })

  test('erased keyring › derives › throws, and derived accounts still sign', async () => {
    const keyring = await createKeyring(firstEntropy)
    const account = keyring.solanaAccount(0)
    keyring.erase()
    expect(() => keyring.eip155Account(0)).toThrow('erased')
    expect(() => keyring.solanaAccount(0)).toThrow('erased')
    expect(() => keyring.polkadotAccount(0, polkadotSs58Prefix)).toThrow('erased')
    expect(account.signMessage(message)).toHaveLength(64)
  })

  test('secret › erased › zeros', () => {
    const bytes = Uint8Array.of(1, 2, 3)
    const secret = createErasableSecret(bytes)
    expect(secret.use((value) => value.length)).toBe(3)
    secret.erase()
    expect(bytes).toEqual(new Uint8Array(3))
  })

  test.each([0, 15, 17, 32])('entropy of %i bytes › rejected', async (length) => {
    await expect(createKeyring(new Uint8Array(length))).rejects.toThrow(RangeError)
  })
})
