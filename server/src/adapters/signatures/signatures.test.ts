import { generateKeyPairSync, sign } from 'node:crypto'
import { Keyring } from '@polkadot/keyring'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { base58Encode } from '@polkadot/util-crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { NodeErrorResponse, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { createSignatureVerifier } from './signatures.ts'

const ethereum = 'eip155:1'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const message = 'shop.example wants you to sign in'

const never = scriptedRpc([ethereum], () => {
  throw new Error('The chain was asked')
})
const verifierWith = (respond: () => unknown) => createSignatureVerifier(scriptedRpc([ethereum], respond))
const verifier = createSignatureVerifier(never)

describe('signature of an EVM account', () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const other = privateKeyToAccount(generatePrivateKey())

  it('signed by the key › true without the chain', async () => {
    const signature = await account.signMessage({ message })
    expect(await verifier.isSignedBy(ethereum, account.address.toLowerCase(), message, signature)).toBe(true)
    expect(await verifier.isSignedBy('eip155:999', account.address, message, signature)).toBe(true)
  })

  it('signed by another key › result of the chain', async () => {
    const signature = await other.signMessage({ message })
    for (const [respond, isSigned] of [
      ['0x01', true],
      ['0x00', false],
    ] as const)
      expect(
        await verifierWith(() => respond).isSignedBy(ethereum, account.address, message, signature),
      ).toBe(isSigned)
  })

  it('validator reverts › false', async () => {
    const reverting = verifierWith(() => {
      throw new NodeErrorResponse(3, 'execution reverted', '0x')
    })
    expect(await reverting.isSignedBy(ethereum, account.address, message, '0x1234')).toBe(false)
  })

  it.each([
    [
      'no node answers',
      () => {
        throw new NodeErrorResponse(-32603, 'no node answers')
      },
    ],
    [
      'the limit of the node is reached',
      () => {
        throw new NodeErrorResponse(-32005, 'rate limit')
      },
    ],
    ['the node returns nothing', () => '0x'],
    ['the node returns another word', () => '0x02'],
  ])('%s › throws', async (_, respond) => {
    const signature = await other.signMessage({ message })
    await expect(
      verifierWith(respond).isSignedBy(ethereum, account.address, message, signature),
    ).rejects.toThrow()
  })

  it('invalid address, or not hex › false', async () => {
    expect(await verifier.isSignedBy(ethereum, '0x12', message, '0x1234')).toBe(false)
    expect(await verifier.isSignedBy(ethereum, account.address, message, 'abc')).toBe(false)
  })
})

describe('signature of a Solana account', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  const address = base58Encode(key)
  const signed = (text: string) => base58Encode(Uint8Array.from(sign(null, Buffer.from(text), privateKey)))
  const isSigned = (by: string, text: string, signature: string) =>
    verifier.isSignedBy(solana, by, text, signature)

  it('signed by the Solana key › true, of another text or key false', async () => {
    expect(await isSigned(address, message, signed(message))).toBe(true)
    expect(await isSigned(address, `${message}.`, signed(message))).toBe(false)
    expect(await isSigned(base58Encode(key.map((byte) => byte ^ 1)), message, signed(message))).toBe(false)
  })

  it('Solana key of small order › false, though such a signature verifies', async () => {
    // The neutral point: anyone can create a signature of any text, with R = 0 and S = 0 times the base.
    const neutral = Uint8Array.from([1, ...new Array(31).fill(0)])
    const forged = Uint8Array.from([...neutral, ...new Array(32).fill(0)])
    expect(await isSigned(base58Encode(neutral), message, base58Encode(forged))).toBe(false)
  })

  it('not base58, or another length › false', async () => {
    expect(await isSigned('0OIl', message, signed(message))).toBe(false)
    expect(await isSigned(address, message, '1111')).toBe(false)
    expect(await isSigned(address, message, '')).toBe(false)
  })
})

describe('signature of a Polkadot account', () => {
  const kinds = ['sr25519', 'ed25519', 'ecdsa'] as const
  const pairOf = (type: (typeof kinds)[number], prefix = 42) =>
    new Keyring({ type, ss58Format: prefix }).addFromUri('//drawbridge//signatures')
  const isSigned = (by: string, text: string, signature: Uint8Array) =>
    verifier.isSignedBy(polkadot, by, text, u8aToHex(signature))

  it.each(kinds)('%s › true for the text itself and in <Bytes>, with type byte and without', async (kind) => {
    const pair = pairOf(kind)
    for (const bytes of [new TextEncoder().encode(message), u8aWrapBytes(message)]) {
      expect(await isSigned(pair.address, message, pair.sign(bytes))).toBe(true)
      expect(await isSigned(pair.address, message, pair.sign(bytes, { withType: true }))).toBe(true)
      expect(await isSigned(pair.address, `${message}.`, pair.sign(bytes))).toBe(false)
    }
  })

  it('address with another prefix › true, of another key false', async () => {
    const signature = pairOf('sr25519').sign(message)
    expect(await isSigned(pairOf('sr25519', 0).address, message, signature)).toBe(true)
    expect(await isSigned(pairOf('ed25519').address, message, signature)).toBe(false)
  })

  it('text that looks like hex › signed as text', async () => {
    const pair = pairOf('sr25519')
    expect(await isSigned(pair.address, '0x1234', pair.sign(new TextEncoder().encode('0x1234')))).toBe(true)
    expect(await isSigned(pair.address, '0x1234', pair.sign(Uint8Array.of(0x12, 0x34)))).toBe(false)
  })

  it('Polkadot key of small order › false, though such a signature verifies', async () => {
    const neutral = Uint8Array.from([1, ...new Array(31).fill(0)])
    const account = new Keyring({ ss58Format: 42 }).encodeAddress(neutral)
    // As above, with ed25519.
    expect(await isSigned(account, message, Uint8Array.from([...neutral, ...new Array(32).fill(0)]))).toBe(
      false,
    )
  })

  it('invalid address, or invalid signature › false', async () => {
    expect(await verifier.isSignedBy(polkadot, 'abc', message, '0x1234')).toBe(false)
    expect(await verifier.isSignedBy(polkadot, pairOf('sr25519').address, message, 'text')).toBe(false)
    expect(await verifier.isSignedBy(polkadot, pairOf('sr25519').address, message, '0x12')).toBe(false)
  })
})

it('signature of another namespace › false', async () => {
  expect(await verifier.isSignedBy('cosmos:cosmoshub-4', 'cosmos1abc', message, '0x12')).toBe(false)
})
