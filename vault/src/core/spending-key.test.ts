import { describe, expect, test } from 'vitest'
import { createKeyring } from './keyring.ts'
import { createDeviceFactor } from './sealed-bytes.ts'
import { openSpendingKey, type SpendingTerms, sealSpendingKey } from './spending-key.ts'
import { hexBytes } from './testing/fixed-cases.ts'
import { releasedSpendingKeys } from './testing/released-spending-keys.ts'

const serverKey = new Uint8Array(32).fill(7)
const terms: SpendingTerms = {
  ...{ userId: 'user-0123456789abcdef', walletId: 'wallet-0123456789abcd', site: 'https://shop.example' },
  ...{ asset: 'eip155:8453/slip44:60', maximum: '1000', expiresAtMs: 1_800_000_000_000 },
}

const accountOf = async (fill: number) =>
  (await createKeyring(new Uint8Array(16).fill(fill))).eip155Account(0)

async function sealed() {
  const factor = await createDeviceFactor()
  const account = await accountOf(1)
  return { factor, account, bytes: await sealSpendingKey(account, { factor, serverKey }, terms) }
}

describe('key of a spending limit', () => {
  test('opened with its terms › the account that was sealed', async () => {
    const { factor, account, bytes } = await sealed()
    const opened = await openSpendingKey(bytes, { factor, serverKey }, terms)
    if (opened.is !== 'opened') throw new Error(opened.reason)
    expect(opened.account.address).toBe(account.address)
    const digest = new Uint8Array(32).fill(9)
    expect(opened.account.signDigest(digest)).toEqual(account.signDigest(digest))
    opened.account.erase()
    expect(() => opened.account.signDigest(digest)).toThrow('erased')
  })

  test.each(releasedSpendingKeys)('of the first release › opened › its account', async (released) => {
    const keys = { factor: hexBytes(released.factor), serverKey: hexBytes(released.serverKey) }
    const opened = await openSpendingKey(hexBytes(released.sealed), keys, released.terms)
    expect(opened.is === 'opened' && opened.account.address).toBe(released.address)
  })

  test.each<[string, Partial<SpendingTerms>]>([
    ['user', { userId: 'user-0123456789abcdeg' }],
    ['wallet', { walletId: 'wallet-0123456789abce' }],
    ['site', { site: 'https://evil.example' }],
    ['asset', { asset: 'eip155:1/slip44:60' }],
    ['larger maximum', { maximum: '10000' }],
    ['later expiry', { expiresAtMs: 1_900_000_000_000 }],
  ])('another %s › does not open', async (_name, change) => {
    const { factor, bytes } = await sealed()
    expect(await openSpendingKey(bytes, { factor, serverKey }, { ...terms, ...change })).toEqual({
      ...{ is: 'unreadable', reason: 'not-authentic' },
    })
  })

  test('other server key, other device, modified bytes › do not open', async () => {
    const { factor, bytes } = await sealed()
    const unreadable = { is: 'unreadable', reason: 'not-authentic' }
    const otherServer = { factor, serverKey: new Uint8Array(32).fill(8) }
    expect(await openSpendingKey(bytes, otherServer, terms)).toEqual(unreadable)
    const otherDevice = { factor: await createDeviceFactor(), serverKey }
    expect(await openSpendingKey(bytes, otherDevice, terms)).toEqual(unreadable)
    for (let at = 1; at < bytes.length; at++) {
      const modified = bytes.slice()
      modified[at] = (modified[at] ?? 0) ^ 1
      expect(await openSpendingKey(modified, { factor, serverKey }, terms)).toEqual(unreadable)
    }
  })

  test.each<[string, Uint8Array, string]>([
    ['empty', new Uint8Array(0), 'malformed'],
    ['too short', Uint8Array.of(1, 2, 3), 'malformed'],
    ['a later version', new Uint8Array(61).fill(2), 'unknown-version'],
  ])('%s › says why', async (_name, bytes, reason) => {
    const keys = { factor: await createDeviceFactor(), serverKey }
    expect(await openSpendingKey(bytes, keys, terms)).toEqual({ is: 'unreadable', reason })
  })

  const invalidTerms = 'The terms of a spending limit are invalid'
  const noTime = 'The expiry is not a time'
  test.each<[string, Partial<SpendingTerms>, string]>([
    ['no user', { userId: '' }, ''],
    ['no amount', { maximum: '0' }, invalidTerms],
    ['an amount with a sign', { maximum: '-5' }, invalidTerms],
    ['an amount with a unit', { maximum: '5 ETH' }, invalidTerms],
    ['no site', { site: '' }, invalidTerms],
    ['a site of 301 characters', { site: 'a'.repeat(301) }, invalidTerms],
    ['an asset of 301 characters', { asset: 'a'.repeat(301) }, invalidTerms],
    ['an expiry that is no number', { expiresAtMs: Number.NaN }, noTime],
    ['an expiry before 1970', { expiresAtMs: -1 }, noTime],
  ])('%s › is sealed for no terms', async (_name, change, message) => {
    const account = await accountOf(1)
    const keys = { factor: await createDeviceFactor(), serverKey }
    expect(() => sealSpendingKey(account, keys, { ...terms, ...change })).toThrow(
      expect.objectContaining({ name: 'RangeError', message: expect.stringContaining(message) }),
    )
  })

  test.each<[string, Partial<SpendingTerms>]>([
    ['site of 300 characters', { site: 'a'.repeat(300) }],
    ['expiry of 1970', { expiresAtMs: 0 }],
  ])('%s › sealed and opened', async (_name, change) => {
    const keys = { factor: await createDeviceFactor(), serverKey }
    const bytes = await sealSpendingKey(await accountOf(1), keys, { ...terms, ...change })
    expect(await openSpendingKey(bytes, keys, { ...terms, ...change })).toMatchObject({ is: 'opened' })
  })
})
