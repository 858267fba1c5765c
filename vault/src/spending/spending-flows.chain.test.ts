import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getSpendingLimits } from '#shared/api/embedded-spending.ts'
import * as z from '#shared/zod.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { site, vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import {
  bob,
  enterLimit,
  ether,
  hourMs,
  openLimited,
  openOffer,
  openPaymentFrame,
} from '../document/testing/spending-world.ts'
import { choose, type Fails, openVaultWorld, type VaultWorld } from '../document/testing/vault-world.ts'
import { offerLimit } from './set-limit.ts'

const signedSchema = z.object({ raw: z.custom<TransactionSerialized>() })
const noInput = { params: {}, query: {} }

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(() => world.server.close())

describe('limit that is set', () => {
  test('payment › transaction of the wallet, as it was completed', async () => {
    const { wallet, frame, pay } = await openLimited(world)
    expect(frame.onStored).toHaveBeenCalledTimes(1)
    const { raw } = z.parse(signedSchema, await pay(60n))
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(wallet.address)
    expect(parseTransaction(raw)).toMatchObject({ chainId: 1, to: bob, value: 5n })
  })

  test('payments › counted by the server', async () => {
    const { cover, pay } = await openLimited(world)
    expect((await cover(60n))?.left).toBe(40n)
    await pay(60n)
    expect(await cover(41n)).toBeUndefined()
    expect((await cover(40n))?.left).toBe(0n)
    await expect(pay(41n)).rejects.toMatchObject({ data: { status: 403 } })
    await pay(40n)
    expect(await cover(1n)).toBeUndefined()
  })

  test('same claim twice › counts once', async () => {
    const { cover, pay } = await openLimited(world)
    const claimId = crypto.randomUUID()
    await pay(60n, { claimId })
    await pay(60n, { claimId })
    expect((await cover(1n))?.left).toBe(39n)
  })

  test('response to a claim lost › nothing signed; repeated, it counts once', async () => {
    const { frame, record, cover, pay, keys } = await openLimited(world)
    const claimId = crypto.randomUUID()
    const loses: Fails = (path) => path.endsWith('/claims') && 'response'
    const losing = { ...frame, client: world.clientOf(vaultOrigin, frame.keys, loses) }
    await expect(pay(60n, { claimId, by: losing })).rejects.toMatchObject({ code: 'http/network' })
    expect(keys).toEqual([])
    expect((await cover(1n))?.left).toBe(39n)
    const { raw } = z.parse(signedSchema, await pay(60n, { claimId, from: record }))
    expect(parseTransaction(raw)).toMatchObject({ to: bob, value: 5n })
    expect(keys).toHaveLength(1)
    expect((await cover(1n))?.left).toBe(39n)
    await expect(pay(41n)).rejects.toMatchObject({ data: { status: 403 } })
    expect(keys).toHaveLength(1)
  })

  test('expired at the server › not covered, deleted from the frame, and its key stays closed', async () => {
    const { cover, pay, stored } = await openLimited(world)
    world.server.advance(hourMs + 1)
    expect(await cover(1n)).toBeUndefined()
    expect(await stored()).toBeUndefined()
    await expect(pay(1n)).rejects.toMatchObject({ data: { status: 404 } })
  })
})

describe('limit that is not set', () => {
  test('declined › nothing at the server or in the frame', async () => {
    const wallet = await world.createdWallet()
    const frame = openPaymentFrame(world)
    const { window, outcome } = await openOffer(wallet, frame, [choose(undefined)])
    expect(await outcome).toBe('declined')
    const { limits } = await window.session.run((call, token) => call(getSpendingLimits, noInput, token))
    const key = { userId: wallet.frame.userId(), site, asset: ether.asset }
    expect([limits, await frame.records.find(key)]).toEqual([[], undefined])
  })

  test('frame cannot store it › revoked, the screen says so; Not now is no decision', async () => {
    const wallet = await world.createdWallet()
    const frame = openPaymentFrame(world, site, { stores: false })
    const { window, outcome } = await openOffer(wallet, frame, [enterLimit, choose(undefined)])
    expect(await outcome).toBe('unavailable')
    expect(window.shown.at(-1)).toMatchObject({ is: 'spending-limit', problem: 'vault.limit-failed' })
    const { limits } = await window.session.run((call, token) => call(getSpendingLimits, noInput, token))
    expect(limits).toEqual([])
  })

  test.each<[string, (path: string, method: string) => boolean]>([
    ['server does not respond', (path, method) => method === 'POST' && path.endsWith('/spending-limits')],
    ['no key is released', (path) => path.endsWith('/key')],
  ])('%s › says that no limit was set, nothing of the payment before', async (_name, fails) => {
    const wallet = await world.createdWallet()
    const frame = openPaymentFrame(world)
    const { window, outcome } = await openOffer(wallet, frame, [enterLimit, choose(undefined)], fails)
    expect(await outcome).toBe('unavailable')
    expect(window.shown.at(-1)).toMatchObject({ is: 'spending-limit', problem: 'vault.limit-offline' })
  })

  /** Offers a limit of 200 wei to a frame with one of 100 wei, while calls fail. Returns the problem on screen and the user's limits. */
  async function failSecondLimit(fails: Fails) {
    const { wallet, frame } = await openLimited(world)
    const answers = [choose({ maximum: 200n, lifetimeMs: hourMs }), choose(undefined)]
    const { window, outcome } = await openOffer(wallet, frame, answers, fails)
    expect(await outcome).toBe('unavailable')
    const { session } = await wallet.browser.open(wallet.frame)
    const { limits } = await session.run((call, token) => call(getSpendingLimits, noInput, token))
    return { shown: window.shown.at(-1), maxima: limits.map(({ maximum }) => maximum) }
  }
  const isPost = (path: string, method: string) => method === 'POST' && path.endsWith('/spending-limits')
  const isList = (path: string, method: string) => method === 'GET' && path.endsWith('/spending-limits')
  const isRevocation = (path: string) => path.endsWith('/revoke')
  const revocations = new Set<string>()
  const isFirstRevocation = (path: string) => {
    if (!isRevocation(path) || revocations.has(path)) return false
    revocations.add(path)
    return true
  }

  test.each<[string, Fails, string, readonly string[]]>([
    ['request lost › the former limit stays', isPost, 'vault.limit-offline', ['100']],
    [
      'response lost › revoked, the screen says what may have ended',
      (...call) => isPost(...call) && 'response',
      'vault.limit-failed',
      [],
    ],
    [
      'response lost, list fails › not known',
      (...call) => (isPost(...call) ? 'response' : isList(...call)),
      'vault.limit-unknown',
      ['200'],
    ],
    [
      'response lost, revocation fails › not known',
      (...call) => (isPost(...call) ? 'response' : isRevocation(call[0])),
      'vault.limit-unknown',
      ['200'],
    ],
    [
      'responses to it and to its first revocation lost › revoked',
      (...call) => (isPost(...call) || isFirstRevocation(call[0])) && 'response',
      'vault.limit-failed',
      [],
    ],
  ])('%s', async (_name, fails, problem, left) => {
    const { shown, maxima } = await failSecondLimit(fails)
    expect(shown).toMatchObject({ is: 'spending-limit', problem })
    expect(maxima).toEqual(left)
  })

  test('frame cannot store it, revocation fails › not known', async () => {
    const wallet = await world.createdWallet()
    const frame = openPaymentFrame(world, site, { stores: false })
    const answers = [enterLimit, choose(undefined)]
    const { window, outcome } = await openOffer(wallet, frame, answers, isRevocation)
    expect(await outcome).toBe('unavailable')
    expect(window.shown.at(-1)).toMatchObject({ is: 'spending-limit', problem: 'vault.limit-unknown' })
  })

  test('response lost, tried again › set', async () => {
    const wallet = await world.createdWallet()
    const frame = openPaymentFrame(world)
    let isLost = false
    const fails: Fails = (...call) => {
      if (isLost || !isPost(...call)) return false
      isLost = true
      return 'response'
    }
    const { window, outcome } = await openOffer(wallet, frame, [enterLimit, enterLimit], fails)
    expect(await outcome).toBe('set')
    const { limits } = await window.session.run((call, token) => call(getSpendingLimits, noInput, token))
    expect(limits).toHaveLength(1)
  })

  test.each<[string, (open: typeof openPaymentFrame) => ReturnType<typeof openPaymentFrame>]>([
    ['frame on another site than the widget has stated', (open) => open(world, 'https://evil.example')],
    ['key of the frame does not survive the page', (open) => open(world, site, { isPersistent: false })],
  ])('%s › nothing is offered', async (_name, frameOf) => {
    const { window, outcome } = await openOffer(await world.createdWallet(), frameOf(openPaymentFrame))
    expect(await outcome).toBe('unavailable')
    expect(window.names()).toEqual([])
  })

  test('frame does not respond › nothing is offered', async () => {
    const wallet = await world.createdWallet()
    const window = await wallet.browser.open(wallet.frame)
    const clock = fakeClock()
    const place = { frame: { postMessage: () => undefined }, origin: vaultOrigin, site, clock }
    const outcome = offerLimit(async () => window.ports, window.ports, ether, place)
    await clock.advance(10_000)
    expect(await outcome).toBe('unavailable')
    expect(window.names()).toEqual([])
  })
})
