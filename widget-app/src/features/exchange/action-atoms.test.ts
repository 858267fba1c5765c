import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { exchangePageLifetimeMs, orderPollIntervalMs } from '#shared/config/limits.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { orderPollingAtom } from '#widget/domain/orders/order-polling.ts'
import { orderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { chooseAssetAtom, startDepositAtom } from './action-atoms.ts'
import { draftAtom } from './atoms.ts'
import { presetsAtom, problemAtom, worthAtom } from './deposit-form.ts'
import { assetsAtom } from './exchange-list.ts'
import { openDepositAtom, payPageAtom } from './exchange-page.ts'
import {
  exchangeOptions,
  fakeWindows,
  type Heard,
  openExchange,
  payUrl,
  receiver,
  refused,
  result,
  type Service,
  usdc,
} from './testing/exchange-world.ts'

const hash = `0x${'ab'.repeat(32)}`
const assetId = `eip155:1/erc20:${usdc}`

/** Waits until the assertion passes, advancing the test clock in steps. */
const untilSo = ({ clock }: TestWorld, isSo: () => void, stepMs = 50) =>
  vi.waitFor(
    async () => {
      await clock.advance(stepMs)
      isSo()
    },
    { timeout: 5_000, interval: 10 },
  )

type Script = Parameters<typeof exchangeOptions>[0]

/** Creates a world with the form open and everything that it shows mounted. */
function opened(script: Script = {}) {
  const heard: Heard[] = []
  const windows = fakeWindows()
  const over = { openWindow: windows.open, ...script?.over }
  const world = testWorld(exchangeOptions({ ...script, heard, over }))
  openExchange(world)
  for (const one of [problemAtom, payPageAtom, presetsAtom, worthAtom, orderPollingAtom])
    onTestFinished(world.store.sub(one, () => undefined))
  return { world, heard, windows }
}

/** Likewise, with an amount typed and the exchange's page fetched. */
async function ready(script: Script = {}, amount = '25') {
  const all = opened(script)
  const { world } = all
  await untilSo(world, () => expect(world.store.get(assetsAtom).is).toBe('ready'))
  world.store.set(draftAtom, { amount })
  await untilSo(world, () => expect(world.store.get(payPageAtom).is).toBe('ready'))
  return all
}

/** Likewise, with the deposit started. */
async function begun(script: Script = {}) {
  const all = await ready(script)
  all.world.store.set(startDepositAtom)
  return all
}

const states = ({ store }: TestWorld) => store.get(ordersAtom).map(({ state }) => state)
const asked = (heard: readonly Heard[], method: string) => heard.filter((call) => call.method === method)
const sent: Service = { status: () => result({ status: 'SUCCESS', txHash: hash }) }

describe('form', () => {
  it('half a second after the last input › requests the page once, as typed', async () => {
    const { world, heard } = opened()
    await untilSo(world, () => expect(world.store.get(assetsAtom).is).toBe('ready'))
    world.store.set(draftAtom, { amount: '2' })
    await world.clock.advance(300)
    world.store.set(draftAtom, { amount: '25.5' })
    await world.clock.advance(300)
    expect(asked(heard, 'reown_getExchangePayUrl')).toEqual([])
    await untilSo(world, () => expect(world.store.get(payPageAtom).is).toBe('ready'))
    expect(asked(heard, 'reown_getExchangePayUrl').map(({ params }) => params)).toEqual([
      { exchangeId: 'reown_test', asset: assetId, amount: '25.5', recipient: `eip155:1:${receiver}` },
    ])
  })

  it('assets › only those of this network; another asset clears the amount', async () => {
    const { world, heard } = await ready()
    const assets = world.store.get(assetsAtom)
    expect(assets.is === 'ready' && assets.data.map(({ key }) => key)).toEqual([usdc.toLowerCase(), 'native'])
    world.store.set(chooseAssetAtom, 'native')
    expect(world.store.get(draftAtom)).toMatchObject({ amount: '', assetKey: 'native' })
    world.store.set(draftAtom, { amount: '0.01' })
    await untilSo(world, () => expect(world.store.get(payPageAtom).is).toBe('ready'))
    expect(asked(heard, 'reown_getExchangePayUrl').at(-1)?.params).toMatchObject({
      ...{ asset: 'eip155:1/slip44:60', amount: '0.01' },
    })
  })

  it("presets of 10, 50 and 100 dollars › converted by the asset's price", async () => {
    const { world } = opened()
    await untilSo(world, () => expect(world.store.get(presetsAtom)).toHaveLength(3))
    world.store.set(chooseAssetAtom, 'native')
    await untilSo(world, () =>
      expect(world.store.get(presetsAtom)).toEqual([
        { label: '$10.00', text: '0.003333' },
        { label: '$50.00', text: '0.016666' },
        { label: '$100.00', text: '0.033333' },
      ]),
    )
    world.store.set(draftAtom, { amount: '0.003333' })
    expect(world.store.get(worthAtom)).toBe('$9.99')
  })
})

describe('startDepositAtom', () => {
  it("click › stores the order, then opens the exchange's page synchronously", async () => {
    const seen: unknown[] = []
    const { opened: pages, open } = fakeWindows()
    const { world } = await ready({
      over: {
        openWindow: (url, features) => {
          seen.push(world.store.get(ordersAtom).length, features)
          return open(url, features)
        },
      },
    })
    world.store.set(startDepositAtom)
    // Nothing was awaited.
    expect(seen).toEqual([1, 'popup,width=480,height=720'])
    expect(pages).toMatchObject([{ url: payUrl, opener: null }])
    const [order] = world.store.get(ordersAtom)
    expect(order).toMatchObject({
      ...{ kind: 'exchange', session: 's-1', url: payUrl, to: receiver, expected: 25_000_000n },
      ...{ provider: { id: 'reown_test', name: 'Test Exchange' }, state: { is: 'opened' } },
    })
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'PayWithExchangeStatus', id: order?.id })
  })

  it('second click › starts nothing, because each order needs its own page', async () => {
    const { world, windows } = await begun()
    world.store.set(startDepositAtom)
    expect([world.store.get(ordersAtom).length, windows.opened.length]).toEqual([1, 1])
  })

  it('page too old › refetched, and no order is created', async () => {
    const { world, heard, windows } = await ready()
    await world.clock.advance(exchangePageLifetimeMs)
    world.store.set(startDepositAtom)
    expect([world.store.get(ordersAtom), windows.opened]).toEqual([[], []])
    await untilSo(world, () => expect(asked(heard, 'reown_getExchangePayUrl')).toHaveLength(2))
  })

  it.each([
    ['refuses', () => refused('No')],
    ['is down', () => ({ status: 500 })],
    ['names a page that may not be opened', () => result({ url: 'javascript:alert(1)', sessionId: 's' })],
  ])('exchange %s › no order and no popup', async (_, payUrlOf) => {
    const { world, windows } = opened({ service: { payUrl: payUrlOf } })
    await untilSo(world, () => expect(world.store.get(assetsAtom).is).toBe('ready'))
    world.store.set(draftAtom, { amount: '25' })
    await untilSo(world, () => expect(world.store.get(payPageAtom).is).toBe('failed'))
    world.store.set(startDepositAtom)
    expect([world.store.get(ordersAtom), windows.opened]).toEqual([[], []])
  })

  it('popup blocked › the order is unchanged', async () => {
    const { world } = await begun({ over: { openWindow: () => null } })
    const [order] = world.store.get(ordersAtom)
    expect(world.store.get(orderPopupAtom(order?.id ?? ''))).toBe('not-held')
    expect(states(world)).toEqual([{ is: 'opened' }])
  })

  it('popup closed › the deposit is still polled', async () => {
    const { world, windows, heard } = await begun()
    windows.opened[0]?.close()
    await untilSo(
      world,
      () => expect(asked(heard, 'reown_getExchangeBuyStatus').length).toBeGreaterThan(2),
      1_000,
    )
    const [order] = world.store.get(ordersAtom)
    expect(world.store.get(orderPopupAtom(order?.id ?? ''))).toBe('out-of-sight')
    expect(states(world)).toEqual([{ is: 'opened' }])
  })
})

describe('deposit progress', () => {
  it('deposit › arrives when the chain shows it, not when the exchange reports it', async () => {
    let came: bigint | undefined
    const received = vi.fn(async () => came)
    const minedAt = async () => (came === undefined ? undefined : Date.UTC(2100, 0))
    const { world } = await begun({ service: sent, received, minedAt })
    await untilSo(world, () => expect(states(world)).toEqual([{ is: 'sent', hash }]))
    await world.clock.advance(3 * orderPollIntervalMs)
    expect(states(world)).toEqual([{ is: 'sent', hash }])
    came = 24_900_000n
    await untilSo(
      world,
      () => expect(states(world)).toEqual([{ is: 'arrived', hash, value: 24_900_000n }]),
      1_000,
    )
    expect(received).toHaveBeenCalledWith(
      hash,
      receiver,
      expect.anything(),
      expect.anything(),
      expect.anything(),
    )
  })

  it('transaction without value for the account › not an arrival', async () => {
    const { world } = await begun({ service: sent, received: async () => 0n })
    const doubtful = [{ is: 'doubtful', hash, misfit: 'nothing' }]
    await untilSo(world, () => expect(states(world)).toEqual(doubtful))
    await world.clock.advance(3 * orderPollIntervalMs)
    expect(states(world)).toEqual(doubtful)
  })

  it('exchange reports a failure › failed', async () => {
    const { world } = await begun({ service: { status: () => result({ status: 'FAILED' }) } })
    await untilSo(world, () => expect(states(world)).toEqual([{ is: 'failed' }]))
    expect(world.store.get(openDepositAtom)).toBeUndefined()
  })

  it('exchange unavailable › state unchanged, and polled again', async () => {
    let isDown = true
    const { world } = await begun({
      service: { status: () => (isDown ? { status: 500 } : result({ status: 'IN_PROGRESS' })) },
    })
    await world.clock.advance(3 * orderPollIntervalMs)
    expect(states(world)).toEqual([{ is: 'opened' }])
    isDown = false
    await untilSo(world, () => expect(states(world)).toEqual([{ is: 'paid' }]), 1_000)
  })

  it('page unloads after the click › the next one resumes the order, no second payment', async () => {
    const storage = memoryArea()
    const first = await begun({ over: { storage } })
    const [left] = first.world.store.get(ordersAtom)
    const next = opened({
      over: { storage, pageId: 'next' },
      service: sent,
      received: async () => 25_000_000n,
    })
    expect(next.world.store.get(openDepositAtom)).toMatchObject({ id: left?.id, session: 's-1', url: payUrl })
    await untilSo(next.world, () =>
      expect(states(next.world)).toEqual([{ is: 'arrived', hash, value: 25_000_000n }]),
    )
    expect(asked(next.heard, 'reown_getExchangeBuyStatus').at(0)?.params).toEqual({
      ...{ exchangeId: 'reown_test', sessionId: 's-1' },
    })
    expect(asked(next.heard, 'reown_getExchangePayUrl')).toEqual([])
  })
})
