import { recoverAddress, toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { site, vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import { getSpendingLimits } from '../../../shared/api/embedded-spending.ts'
import { parseChainId } from '../../../shared/caip/chain-id.ts'
import { systemClock } from '../../../shared/channel/clock.ts'
import type { ChainAdapter } from '../../../widget-app/src/chains/chain-adapter.ts'
import { createKeyStore } from '../../../widget-app/src/lib/dpop/key-store.ts'
import {
  type CreatedWallet,
  choose,
  openVaultWorld,
  type VaultWorld,
} from '../document/testing/vault-world.ts'
import type { VaultScreen } from '../document/vault-screen.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'
import { memorySpendingRecords } from '../wallet/testing/memory-spending-records.ts'
import { coveredPayment } from './covered-payment.ts'
import type { Payment } from './payment-of.ts'
import { serveLimits } from './serve-limits.ts'
import { offerLimit } from './set-limit.ts'
import { signPayment, UnreadableLimitError } from './sign-payment.ts'

const asset = 'eip155:8453/slip44:60'
const ether = { asset, symbol: 'ETH', decimals: 18, isNative: true }
const dayMs = 24 * 60 * 60_000
const noInput = { params: {}, query: {} }
const digest = new Uint8Array(32).fill(7)
const entered = (maximum: bigint) => choose({ maximum, lifetimeMs: dayMs })
const payment = (amount: bigint): Payment => ({ asset, amount, paid: amount, token: undefined })

let world: VaultWorld
let wallet: CreatedWallet
beforeEach(async () => {
  world = await openVaultWorld()
  wallet = await world.createdWallet()
})
afterEach(() => world.server.close())

/** The vault's frame on a site, and its window, which share nothing but a port. `put`: stores a limit in the frame. */
async function openPlaces({
  framedSite = site,
  put,
}: {
  framedSite?: string
  put?: () => Promise<void>
} = {}) {
  const records = memorySpendingRecords()
  const client = world.clientOf(
    vaultOrigin,
    createKeyStore('frame', () => undefined),
  )
  const deliveries: ((origin: string, data: unknown, ports: MessagePort[]) => void)[] = []
  let storedCount = 0
  serveLimits(
    {
      origin: vaultOrigin,
      listen: (run) => {
        deliveries.push((origin, data, ports) => run({ data, origin, source: null, ports }))
        return () => undefined
      },
    },
    {
      frameFacts: async () => ({
        site: framedSite,
        keyThumbprint: await client.thumbprint(),
        isPersistent: true,
      }),
      put: put ?? records.put,
      onStored: () => {
        storedCount += 1
      },
    },
  )
  /** Posts from a document of `from`, as the browser delivers it to one of `to`. */
  const post = (from: string, data: unknown, to: string, transferred: readonly Transferable[] = []) => {
    if (to !== vaultOrigin) return
    const ports = transferred.filter((one): one is MessagePort => one instanceof MessagePort)
    for (const deliver of deliveries) deliver(from, data, ports)
  }
  const frame = {
    postMessage: (data: unknown, to: string, transferred?: Transferable[]) =>
      post(vaultOrigin, data, to, transferred),
  }
  /** Opens the window, whose user answers; resolves to the outcome and the screens. */
  const offer = async (...answers: readonly ((screen: VaultScreen) => unknown)[]) => {
    const window = await wallet.browser.open(wallet.frame, answers)
    const place = { frame, origin: vaultOrigin, site, clock: systemClock }
    const outcome = await offerLimit(async () => window.ports, window.ports.ask, ether, place)
    const listed = () => window.session.run((call, token) => call(getSpendingLimits, noInput, token))
    return { outcome, shown: window.shown, limits: (await listed()).limits }
  }
  const payer = { userId: wallet.frame.userId(), site, address: wallet.address }
  const cover = (amount: bigint, change: Partial<typeof payer> = {}) =>
    coveredPayment({ client, records }, { ...payer, ...change }, payment(amount))
  /** Signs a digest with the key of a limit, in place of a transaction. */
  const sign = (record: SpendingRecord, amount: bigint, claimId: string = crypto.randomUUID()) => {
    const adapter: Pick<ChainAdapter, 'localKeys'> = {
      localKeys: async () => ({
        complete: () => Promise.reject(new Error('It is complete')),
        respond: () => Promise.reject(new Error('The widget responds')),
        sign: async (key) => (key.namespace === 'eip155' ? toHex(key.signDigest(digest)) : ''),
      }),
    }
    const request = { method: 'eth_sendTransaction', params: [] }
    return signPayment(client, adapter, record, {
      ...{ request, chain: parseChainId('eip155:8453'), amount, claimId },
    })
  }
  const find = async () => {
    const record = await records.find({ userId: payer.userId, site, asset })
    if (record === undefined) throw new Error('There is no limit')
    return record
  }
  return { records, post, offer, cover, sign, find, storedCount: () => storedCount }
}

describe('spending limit', () => {
  test('set › payments within it are signed by the account’s key, and counted', async () => {
    const places = await openPlaces()
    expect((await places.offer(entered(100n))).outcome).toBe('set')
    expect(places.storedCount()).toBe(1)
    const covered = await places.cover(60n)
    expect(covered?.left).toBe(40n)
    const signature = await places.sign(await places.find(), 60n)
    expect(await recoverAddress({ hash: digest, signature: `0x${`${signature}`.slice(2)}` })).toBe(
      wallet.address,
    )
    expect(await places.cover(41n)).toBeUndefined()
    expect((await places.cover(40n))?.left).toBe(0n)
    await expect(places.sign(await places.find(), 41n)).rejects.toMatchObject({ data: { status: 403 } })
    await places.sign(await places.find(), 40n)
    expect(await places.cover(1n)).toBeUndefined()
  })

  test('same claim twice › counts once', async () => {
    const places = await openPlaces()
    await places.offer(entered(100n))
    const claimId = crypto.randomUUID()
    await places.sign(await places.find(), 60n, claimId)
    await places.sign(await places.find(), 60n, claimId)
    expect((await places.cover(1n))?.left).toBe(39n)
  })

  test('declined › nothing at the server or in the frame', async () => {
    const places = await openPlaces()
    const { outcome, limits } = await places.offer(choose(undefined))
    expect([outcome, limits, await places.cover(1n)]).toEqual(['declined', [], undefined])
  })

  test('frame on another site than the widget has stated › nothing is offered', async () => {
    const places = await openPlaces({ framedSite: 'https://evil.example' })
    const { outcome, shown } = await places.offer()
    expect([outcome, shown]).toEqual(['unavailable', []])
  })

  test('frame cannot store it › revoked, and the user is told', async () => {
    const places = await openPlaces({ put: () => Promise.reject(new DOMException('', 'QuotaExceededError')) })
    const { outcome, shown, limits } = await places.offer(entered(100n), choose(undefined))
    expect([outcome, limits]).toEqual(['declined', []])
    expect(shown.at(-1)).toMatchObject({ is: 'spending-limit', problem: 'vault.limit-failed' })
  })

  test.each<[string, (record: SpendingRecord) => SpendingRecord]>([
    ['larger amount', (record) => ({ ...record, maximum: '100000' })],
    ['later expiry', (record) => ({ ...record, expiresAtMs: record.expiresAtMs + dayMs })],
    ['other site', (record) => ({ ...record, site: 'https://evil.example' })],
    ['other asset', (record) => ({ ...record, asset: 'eip155:1/slip44:60' })],
  ])('record with a %s › its key does not open', async (_name, change) => {
    const places = await openPlaces()
    await places.offer(entered(100n))
    await expect(places.sign(change(await places.find()), 1n)).rejects.toBeInstanceOf(UnreadableLimitError)
  })

  test('other site, user or account › not covered', async () => {
    const places = await openPlaces()
    await places.offer(entered(100n))
    expect(await places.cover(1n)).toBeDefined()
    expect(await places.cover(1n, { site: 'https://evil.example' })).toBeUndefined()
    expect(await places.cover(1n, { userId: 'u'.repeat(20) })).toBeUndefined()
    expect(await places.cover(1n, { address: `0x${'ab'.repeat(20)}` })).toBeUndefined()
  })

  test('expired at the server › not covered, deleted from the frame, and its key stays closed', async () => {
    const places = await openPlaces()
    await places.offer(entered(100n))
    const record = await places.find()
    world.server.advance(dayMs + 1)
    expect(await places.cover(1n)).toBeUndefined()
    await expect(places.find()).rejects.toThrow('There is no limit')
    await expect(places.sign(record, 1n)).rejects.toMatchObject({ data: { status: 404 } })
  })

  test.each<[string, string, unknown, boolean]>([
    ['another origin', 'https://wallet.example', { drawbridge: 'spending-limit' }, true],
    ['no port', vaultOrigin, { drawbridge: 'spending-limit' }, false],
    ['another message', vaultOrigin, { drawbridge: 'confirm-port' }, true],
  ])('message of %s › the frame does not respond', async (_name, from, data, hasPort) => {
    const places = await openPlaces()
    const { port1, port2 } = new MessageChannel()
    const received: unknown[] = []
    port1.onmessage = ({ data: message }) => void received.push(message)
    places.post(from, data, vaultOrigin, hasPort ? [port2] : [])
    // The frame of a real window responds later than this.
    const own = new MessageChannel()
    const responded = new Promise((resolve) => {
      own.port1.onmessage = ({ data: message }) => resolve(message)
    })
    places.post(vaultOrigin, { drawbridge: 'spending-limit' }, vaultOrigin, [own.port2])
    expect(await responded).toMatchObject({ is: 'ready', site })
    expect(received).toEqual([])
    for (const port of [port1, own.port1]) port.close()
  })

  test('record of another site › the frame refuses it', async () => {
    const places = await openPlaces()
    await places.offer(entered(100n))
    const record = await places.find()
    const { port1, port2 } = new MessageChannel()
    const messages: unknown[] = []
    const answered = new Promise<void>((resolve) => {
      port1.onmessage = ({ data }) => {
        messages.push(Object(data).is)
        if (messages.length === 1)
          port1.postMessage({ is: 'store', record: { ...record, site: 'https://evil.example' } })
        else resolve()
      }
    })
    places.post(vaultOrigin, { drawbridge: 'spending-limit' }, vaultOrigin, [port2])
    await answered
    expect(messages).toEqual(['ready', 'failed'])
    port1.close()
  })
})
