import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { postSpendingLimitRevocation } from '#shared/api/embedded-spending.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import * as z from '#shared/zod.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { site, vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import { createSigner, openPaymentFrame, type PaymentFrame } from '../document/testing/spending-world.ts'
import { type Answers, choose, openVaultWorld, type VaultWorld } from '../document/testing/vault-world.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'
import { coveredPayment, type Payer } from './covered-payment.ts'
import type { LimitAsset } from './limit-asset.ts'
import { offerLimit } from './set-limit.ts'
import { signPayment } from './sign-payment.ts'

const chain = parseChainId('eip155:1')
const asset = 'eip155:1/slip44:60'
const limited: LimitAsset = { asset, symbol: 'ETH', decimals: 18, isNative: true }
const hourMs = 60 * 60_000
const entry = choose({ maximum: 100n, lifetimeMs: hourMs })
const otherSite = 'https://other.example'
const bob = '0x2222222222222222222222222222222222222222'
const signedSchema = z.object({ raw: z.custom<TransactionSerialized>() })

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await world.server.close()
})

type Wallet = Awaited<ReturnType<VaultWorld['createdWallet']>>

/** The vault's window offers a limit after a payment. */
async function offer(wallet: Wallet, frame: PaymentFrame, answers: Answers = [entry]) {
  const window = await wallet.browser.open(wallet.frame, answers)
  const place = { frame: frame.target, origin: vaultOrigin, site, clock: systemClock }
  return { window, outcome: offerLimit(async () => window.ports, window.ask, limited, place) }
}
/** A user with a limit of 100 on the site. */
async function limitSet() {
  const wallet = await world.createdWallet()
  const frame = openPaymentFrame(world)
  const { window, outcome } = await offer(wallet, frame)
  expect(await outcome).toBe('set')
  const stored = () => frame.records.find({ userId: wallet.frame.userId(), site, asset })
  const record = await stored()
  if (record === undefined) throw new Error('The limit is stored')
  const payer: Payer = { userId: wallet.frame.userId(), site, address: wallet.address }
  const cover = (amount: bigint) =>
    coveredPayment(frame, payer, { asset, amount, paid: amount, token: undefined })
  const used = createSigner()
  const transaction = {
    ...{ from: wallet.address, to: bob, value: '0x5', data: '0x', gas: '0x5208', nonce: '0x0' },
    ...{ chainId: '0x1', type: '0x2', maxFeePerGas: '0x20', maxPriorityFeePerGas: '0x10' },
  }
  const pay = (amount: bigint) =>
    signPayment(frame.client, used.adapter, record, {
      request: { method: 'eth_sendTransaction', params: [transaction] },
      ...{ chain, amount, claimId: crypto.randomUUID() },
    })
  return { wallet, frame, window, record, stored, cover, pay, keys: used.used }
}

describe('limit that is set', () => {
  test('payment › transaction of the wallet, as it was completed', async () => {
    const { wallet, pay } = await limitSet()
    const { raw } = z.parse(signedSchema, await pay(60n))
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(wallet.address)
    expect(parseTransaction(raw)).toMatchObject({ chainId: 1, to: bob, value: 5n })
  })

  test('revoked › the record is deleted, the server releases no key', async () => {
    const { window, record, stored, cover, pay, keys } = await limitSet()
    const revocation = { params: { id: record.limitId }, query: {}, body: {} }
    await window.session.run((call, token) => call(postSpendingLimitRevocation, revocation, token))
    await expect(pay(1n)).rejects.toMatchObject({ data: { status: 404 } })
    expect(await cover(1n)).toBeUndefined()
    expect(await stored()).toBeUndefined()
    expect(keys).toEqual([])
  })

  test('server not reachable › the error, and the record stays', async () => {
    const { frame, record, stored } = await limitSet()
    const offline = world.clientOf(vaultOrigin, frame.keys, () => true)
    const { userId, address } = record
    const ports = { records: frame.records, client: offline }
    const payment = { asset, amount: 1n, paid: 1n, token: undefined }
    await expect(coveredPayment(ports, { userId, site, address }, payment)).rejects.toThrow()
    expect(await stored()).toBeDefined()
  })

  test('key of another frame › its server key is not released', async () => {
    const { record, keys } = await limitSet()
    const other = openPaymentFrame(world)
    const used = createSigner()
    const request = { method: 'eth_sendTransaction', params: [] }
    const toSign = { request, chain, amount: 1n, claimId: crypto.randomUUID() }
    await expect(signPayment(other.client, used.adapter, record, toSign)).rejects.toMatchObject({
      data: { status: 404 },
    })
    expect([...keys, ...used.used]).toEqual([])
  })

  test.each<[string, Partial<SpendingRecord>]>([
    ['site', { site: otherSite }],
    ['user', { userId: 'bob-0123456789abcdef' }],
    ['asset', { asset: 'eip155:10/slip44:60' }],
  ])('storage returns the record of another %s › not covered', async (_name, change) => {
    const { frame, record } = await limitSet()
    const records = { ...frame.records, find: async () => ({ ...record, ...change }) }
    const payer = { userId: record.userId, site, address: record.address }
    const payment = { asset, amount: 1n, paid: 1n, token: undefined }
    const ports = { client: frame.client, records }
    expect(await coveredPayment(ports, payer, payment)).toBeUndefined()
  })

  test('payment signed or failed › key erased', async () => {
    const { frame, record, pay, keys } = await limitSet()
    await pay(1n)
    const failing = createSigner(new TypeError('The adapter fails'))
    const request = { method: 'eth_sendTransaction', params: [] }
    const toSign = { request, chain, amount: 1n, claimId: crypto.randomUUID() }
    await expect(signPayment(frame.client, failing.adapter, record, toSign)).rejects.toThrow(
      'The adapter fails',
    )
    const used = [...keys, ...failing.used]
    expect(used).toHaveLength(2)
    for (const key of used) {
      if (key.namespace !== 'eip155') throw new Error('Payments are on EVM chains')
      expect(() => key.signDigest(new Uint8Array(32))).toThrow('erased')
    }
  })
})

describe('limit that is not set', () => {
  test('key of the frame does not survive the page › not offered', async () => {
    const frame = openPaymentFrame(world, site, { isPersistent: false })
    const { window, outcome } = await offer(await world.createdWallet(), frame)
    expect(await outcome).toBe('unavailable')
    expect(window.names()).toEqual([])
  })

  test('frame does not respond › not offered', async () => {
    const wallet = await world.createdWallet()
    const window = await wallet.browser.open(wallet.frame)
    const clock = fakeClock()
    const place = { frame: { postMessage: () => undefined }, origin: vaultOrigin, site, clock }
    const outcome = offerLimit(async () => window.ports, window.ask, limited, place)
    await clock.advance(10_000)
    expect(await outcome).toBe('unavailable')
    expect(window.names()).toEqual([])
  })
})

test('limit set or failed › private key, factor and entropy are erased', async () => {
  const wallet = await world.createdWallet()
  for (const stores of [true, false]) {
    const imports = vi.spyOn(crypto.subtle, 'importKey')
    const encryptions = vi.spyOn(crypto.subtle, 'encrypt')
    const decryptions = vi.spyOn(crypto.subtle, 'decrypt')
    const { outcome } = await offer(wallet, openPaymentFrame(world, site, { stores }), [
      entry,
      choose(undefined),
    ])
    expect(await outcome).toBe(stores ? 'set' : 'declined')
    const opened = await Promise.all(decryptions.mock.results.map(({ value }) => value))
    const secrets = [
      ...imports.mock.calls.filter(([format]) => format === 'raw').map(([, bytes]) => bytes),
      ...encryptions.mock.calls.map(([, , bytes]) => bytes),
    ]
    expect([encryptions.mock.calls.length, opened.length]).toEqual([1, 1])
    for (const secret of secrets) expect(isErased(secret)).toBe(true)
    // The entropy: the same memory as what unlock returns.
    for (const buffer of opened) expect(isErased(new Uint8Array(buffer))).toBe(true)
    vi.restoreAllMocks()
  }
})

const isErased = (bytes: unknown) => bytes instanceof Uint8Array && bytes.every((byte) => byte === 0)
