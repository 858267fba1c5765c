import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import {
  blake2AsHex,
  decodeAddress,
  encodeAddress,
  signatureVerify,
  xxhashAsHex,
} from '@polkadot/util-crypto'
import { getBase58Decoder, getBase58Encoder } from '@solana/web3.js'
import { isHex, parseEther, verifyMessage, verifyTypedData } from 'viem'
import * as z from '#shared/zod.ts'
import type { Stack } from '#stack/stack-file.ts'
import { typedDataSample } from '../../conformance/typed-data-sample.ts'
import type { TestAccounts } from '../fixtures.ts'
import { randomAddress } from '../random-address.ts'
import type { TestWorld } from '../world.ts'

/** How a test reads balances and verifies signatures of one ecosystem without the libraries under test. */
export type Ecosystem = {
  readonly wallet: { readonly id: string; readonly name: string; readonly accounts: readonly string[] }
  readonly options: Readonly<Record<string, string>>
  /** Resolves once its chain runs, for a chain that starts on the first request. */
  readonly start?: () => Promise<void>
  /** CAIP-2 id of its initial network. */
  readonly chain: string
  /** The wallet's first account, and its second. */
  readonly address: string
  readonly otherAddress: string
  /** Converts an address of its chain to the form that the widget returns to dApps. */
  readonly toWidgetAddress: (address: string) => string
  readonly verifyMessage: (message: string, signature: string, by: string) => Promise<boolean>
  readonly verifyReceipt: (signature: string, by: string) => Promise<boolean>
  /** An address without a balance. */
  readonly newAddress: () => string
  /** Amount sent to it, in base units. */
  readonly amount: bigint
  readonly balance: (address: string) => Promise<bigint>
  /** Gives an address enough to pay `amount` and fees. */
  readonly fund: (address: string) => Promise<void>
}

const hex = (text: string) => {
  if (!isHex(text)) throw new Error(`Not hexadecimal: ${text}`)
  return text
}

const fromBase58 = (text: string) => new Uint8Array(getBase58Encoder().encode(text))
const toBase58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)

function ed25519Verifies(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  const x = Buffer.from(key).toString('base64url')
  return verify(
    null,
    message,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
    signature,
  )
}

function ethereum(world: TestWorld, { harbour }: TestAccounts): Ecosystem {
  const [first, second] = harbour
  return {
    wallet: { id: 'harbour', name: 'Harbour Wallet', accounts: harbour.map(({ label }) => label) },
    options: {},
    chain: 'eip155:1',
    address: first.address,
    otherAddress: second.address,
    toWidgetAddress: (address) => address,
    verifyMessage: (message, signature, by) =>
      verifyMessage({ address: hex(by), message, signature: hex(signature) }),
    verifyReceipt: (signature, by) =>
      verifyTypedData({ address: hex(by), signature: hex(signature), ...typedDataSample }),
    newAddress: randomAddress,
    amount: parseEther('0.25'),
    balance: (address) => world.chain(1).balance(hex(address)),
    fund: (address) => world.chain(1).setBalance(hex(address), parseEther('2')),
  }
}

/** Accounts of a wallet in another ecosystem: the worker's account, and one that the workers share. */
function accountsOf(known: readonly { label: string; address: string }[], labels: readonly string[]) {
  const [address = '', otherAddress = ''] = labels.map((label) => {
    const found = known.find((account) => account.label === label)
    if (found === undefined) throw new Error(`The local world has no account ${label}`)
    return found.address
  })
  return { address, otherAddress }
}

function solana({ stack }: TestWorld, { beacon }: TestAccounts): Ecosystem {
  const labels = [beacon, 'voyager-1']
  return {
    wallet: { id: 'beacon', name: 'Beacon Wallet', accounts: labels },
    options: { platforms: 'solana', networks: stack.solana.id },
    chain: stack.solana.id,
    ...accountsOf(stack.solana.accounts, labels),
    toWidgetAddress: (address) => address,
    verifyMessage: async (message, signature, by) =>
      ed25519Verifies(Buffer.from(message), fromBase58(signature), fromBase58(by)),
    verifyReceipt: async () => false,
    newAddress: () => toBase58(randomBytes(32)),
    amount: 2_000_000n,
    balance: async (address) => {
      const { value } = z.parse(
        z.object({ value: z.int() }),
        await callNode(stack.solana.rpcUrl, 'getBalance', [address]),
      )
      return BigInt(value)
    },
    fund: async (address) => {
      await callNode(stack.solana.rpcUrl, 'requestAirdrop', [address, 1_000_000_000])
    },
  }
}

/** A Substrate chain. `amount` is the amount to send, which exceeds the existential deposit. */
function substrate(
  { stack }: TestWorld,
  { trellis }: TestAccounts,
  { id, rpcUrl }: Pick<Stack['polkadot'], 'id' | 'rpcUrl'>,
  amount: bigint,
): Ecosystem {
  const labels = [trellis, 'voyager-1']
  return {
    wallet: { id: 'trellis', name: 'Trellis Wallet', accounts: labels },
    options: { platforms: 'polkadot', networks: id },
    chain: id,
    ...accountsOf(stack.polkadot.accounts, labels),
    // Each chain has an SS58 prefix; wallets and the widget use the generic one.
    toWidgetAddress: (address) => encodeAddress(decodeAddress(address)),
    verifyMessage: async (message, signature, by) =>
      signatureVerify(u8aWrapBytes(message), signature, decodeAddress(by)).isValid,
    verifyReceipt: async () => false,
    newAddress: () => encodeAddress(randomBytes(32)),
    amount,
    balance: async (address) => {
      const key = decodeAddress(address)
      const keyParts = [
        xxhashAsHex('System', 128),
        xxhashAsHex('Account', 128),
        blake2AsHex(key, 128),
        u8aToHex(key),
      ]
      const stored = await callNode(rpcUrl, 'state_getStorage', [
        `0x${keyParts.map((part) => part.slice(2)).join('')}`,
      ])
      if (stored === null) return 0n
      // Layout: four 32-bit counters, then the free balance as a 128-bit little-endian integer.
      return Buffer.from(z.parse(z.string(), stored).slice(2), 'hex').readBigUInt64LE(16)
    },
    fund: async (address) => {
      const account = { providers: 1, data: { free: String(amount * 100n) } }
      await callNode(rpcUrl, 'dev_setStorage', [{ System: { Account: [[[address], account]] } }])
    },
  }
}

const polkadot = (world: TestWorld, hands: TestAccounts): Ecosystem =>
  substrate(world, hands, world.stack.polkadot, 10_000_000_000n)

const acala = (world: TestWorld, hands: TestAccounts): Ecosystem => ({
  ...substrate(world, hands, world.stack.acala, 200_000_000_000n),
  start: async () => {
    await fetch(`${world.stack.acala.rpcUrl}/health`)
  },
})

async function callNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return z.parse(z.object({ result: z.unknown() }), await response.json()).result
}

/** Each ecosystem with the accounts of a worker. Polkadot has two chains. */
export const ecosystems: Readonly<
  Record<'eip155' | 'solana' | 'polkadot' | 'acala', (world: TestWorld, hands: TestAccounts) => Ecosystem>
> = { eip155: ethereum, solana, polkadot, acala }
