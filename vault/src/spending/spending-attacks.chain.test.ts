import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { postSpendingLimitRevocation } from '#shared/api/embedded-spending.ts'
import { site, vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import {
  createSigner,
  enterLimit,
  ether,
  hourMs,
  openLimited,
  openOffer,
  openPaymentFrame,
  paymentChain,
} from '../document/testing/spending-world.ts'
import { choose, openVaultWorld, type VaultWorld } from '../document/testing/vault-world.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'
import { coveredPayment } from './covered-payment.ts'
import { signPayment, UnreadableLimitError } from './sign-payment.ts'

const otherSite = 'https://other.example'
const payment = { asset: ether.asset, amount: 1n, paid: 1n, token: undefined }
const toSign = () => ({
  request: { method: 'eth_sendTransaction', params: [] },
  ...{ chain: paymentChain, amount: 1n, claimId: crypto.randomUUID() },
})

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await world.server.close()
})

test('revoked › the record is deleted, the server releases no key', async () => {
  const { window, record, stored, cover, pay, keys } = await openLimited(world)
  const revocation = { params: { id: record.limitId }, query: {}, body: {} }
  await window.session.run((call, token) => call(postSpendingLimitRevocation, revocation, token))
  await expect(pay(1n)).rejects.toMatchObject({ data: { status: 404 } })
  expect(await cover(1n)).toBeUndefined()
  expect(await stored()).toBeUndefined()
  expect(keys).toEqual([])
})

test('server not reachable › the error, and the record stays', async () => {
  const { frame, record, stored } = await openLimited(world)
  const offline = world.clientOf(vaultOrigin, frame.keys, () => true)
  const { userId, address } = record
  const ports = { records: frame.records, client: offline }
  await expect(coveredPayment(ports, { userId, site, address }, payment)).rejects.toThrow()
  expect(await stored()).toBeDefined()
})

test('key of another frame › its server key is not released', async () => {
  const { record, keys } = await openLimited(world)
  const other = openPaymentFrame(world)
  const signer = createSigner()
  await expect(signPayment(other.client, signer.adapter, record, toSign())).rejects.toMatchObject({
    data: { status: 404 },
  })
  expect([...keys, ...signer.used]).toEqual([])
})

describe('record', () => {
  test.each<[string, (record: SpendingRecord) => SpendingRecord]>([
    ['a larger amount', (record) => ({ ...record, maximum: '100000' })],
    ['a later expiry', (record) => ({ ...record, expiresAtMs: record.expiresAtMs + hourMs })],
    ['another site', (record) => ({ ...record, site: otherSite })],
    ['another asset', (record) => ({ ...record, asset: 'eip155:10/slip44:60' })],
    ['another user', (record) => ({ ...record, userId: 'bob-0123456789abcdef' })],
  ])('with %s › its key does not open', async (_name, change) => {
    const { pay, record, keys } = await openLimited(world)
    await expect(pay(1n, { from: change(record) })).rejects.toBeInstanceOf(UnreadableLimitError)
    expect(keys).toEqual([])
  })

  test.each<[string, Partial<SpendingRecord>]>([
    ['site', { site: otherSite }],
    ['user', { userId: 'bob-0123456789abcdef' }],
    ['asset', { asset: 'eip155:10/slip44:60' }],
  ])('of another %s, returned by the storage › not covered', async (_name, change) => {
    const { frame, record } = await openLimited(world)
    const records = { ...frame.records, find: async () => ({ ...record, ...change }) }
    const payer = { userId: record.userId, site, address: record.address }
    expect(await coveredPayment({ client: frame.client, records }, payer, payment)).toBeUndefined()
  })
})

test('other site, user or account › not covered', async () => {
  const { cover } = await openLimited(world)
  expect(await cover(1n)).toBeDefined()
  expect(await cover(1n, { site: otherSite })).toBeUndefined()
  expect(await cover(1n, { userId: 'u'.repeat(20) })).toBeUndefined()
  expect(await cover(1n, { address: `0x${'ab'.repeat(20)}` })).toBeUndefined()
})

test('payment signed or failed › key erased', async () => {
  const { frame, record, pay, keys } = await openLimited(world)
  await pay(1n)
  const failing = createSigner(new TypeError('The adapter fails'))
  await expect(signPayment(frame.client, failing.adapter, record, toSign())).rejects.toThrow(
    'The adapter fails',
  )
  const used = [...keys, ...failing.used]
  expect(used).toHaveLength(2)
  for (const key of used) {
    if (key.namespace !== 'eip155') throw new Error('Payments are on EVM chains')
    expect(() => key.signDigest(new Uint8Array(32))).toThrow('erased')
  }
})

test('limit set or failed › private key, factor and entropy are erased', async () => {
  const wallet = await world.createdWallet()
  for (const stores of [true, false]) {
    const imports = vi.spyOn(crypto.subtle, 'importKey')
    const encryptions = vi.spyOn(crypto.subtle, 'encrypt')
    const decryptions = vi.spyOn(crypto.subtle, 'decrypt')
    const frame = openPaymentFrame(world, site, { stores })
    const { outcome } = await openOffer(wallet, frame, [enterLimit, choose(undefined)])
    expect(await outcome).toBe(stores ? 'set' : 'unavailable')
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
