import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { exchangePageLifetimeMs, orderPollIntervalMs } from '#shared/config/limits.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { orderPollingAtom } from '#widget/domain/orders/order-polling.ts'
import { orderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import {
  type ExchangeCall,
  errorResult,
  exchangeOptions,
  fakeWindows,
  openExchange,
  payUrl,
  recipient,
  result,
  type ServiceResponses,
  usdc,
} from '../testing/exchange-world.ts'
import { selectAssetAtom, startDepositAtom } from './actions.ts'
import { draftAtom } from './draft.ts'
import { assetsAtom } from './exchange-list.ts'
import { depositPageAtom, openDepositAtom } from './exchange-page.ts'
import { fiatValueAtom, presetsAtom, problemAtom } from './form.ts'

const hash = `0x${'ab'.repeat(32)}`
const assetId = `eip155:1/erc20:${usdc}`

/** Waits until the assertion passes, advancing the test clock in steps. */
const waitUntil = ({ clock }: TestWorld, assertion: () => void, stepMs = 50) =>
  vi.waitFor(
    async () => {
      await clock.advance(stepMs)
      assertion()
    },
    { timeout: 5_000, interval: 10 },
  )

type WorldOptions = Parameters<typeof exchangeOptions>[0]

/** Creates a world with the form open and everything that it shows mounted. */
function openForm(script: WorldOptions = {}) {
  const calls: ExchangeCall[] = []
  const windows = fakeWindows()
  const over = { openWindow: windows.open, ...script?.over }
  const world = testWorld(exchangeOptions({ ...script, calls, over }))
  openExchange(world)
  for (const one of [problemAtom, depositPageAtom, presetsAtom, fiatValueAtom, orderPollingAtom])
    onTestFinished(world.store.sub(one, () => undefined))
  return { world, calls, windows }
}

/** Likewise, with an amount typed and the exchange's page fetched. */
async function openReadyForm(script: WorldOptions = {}, amount = '25') {
  const all = openForm(script)
  const { world } = all
  await waitUntil(world, () => expect(world.store.get(assetsAtom).is).toBe('ready'))
  world.store.set(draftAtom, { amount })
  await waitUntil(world, () => expect(world.store.get(depositPageAtom).is).toBe('ready'))
  return all
}

/** Likewise, with the deposit started. */
async function startDeposit(script: WorldOptions = {}) {
  const all = await openReadyForm(script)
  all.world.store.set(startDepositAtom)
  return all
}

const states = ({ store }: TestWorld) => store.get(ordersAtom).map(({ state }) => state)
const callsOf = (calls: readonly ExchangeCall[], method: string) =>
  calls.filter((call) => call.method === method)
const sent: ServiceResponses = { status: () => result({ status: 'SUCCESS', txHash: hash }) }

describe('form', () => {
  it('half a second after the last input › requests the page once, as typed', async () => {
    const { world, calls } = openForm()
    await waitUntil(world, () => expect(world.store.get(assetsAtom).is).toBe('ready'))
    world.store.set(draftAtom, { amount: '2' })
    await world.clock.advance(300)
    world.store.set(draftAtom, { amount: '25.5' })
    await world.clock.advance(300)
    expect(callsOf(calls, 'reown_getExchangePayUrl')).toEqual([])
    await waitUntil(world, () => expect(world.store.get(depositPageAtom).is).toBe('ready'))
    expect(callsOf(calls, 'reown_getExchangePayUrl').map(({ params }) => params)).toEqual([
      { exchangeId: 'reown_test', asset: assetId, amount: '25.5', recipient: `eip155:1:${recipient}` },
    ])
  })

  it('assets › only those of this network; another asset clears the amount', async () => {
    const { world, calls } = await openReadyForm()
    const assets = world.store.get(assetsAtom)
    expect(assets.is === 'ready' && assets.data.map(({ key }) => key)).toEqual([usdc.toLowerCase(), 'native'])
    world.store.set(selectAssetAtom, 'native')
    expect(world.store.get(draftAtom)).toMatchObject({ amount: '', assetKey: 'native' })
    world.store.set(draftAtom, { amount: '0.01' })
    await waitUntil(world, () => expect(world.store.get(depositPageAtom).is).toBe('ready'))
    expect(callsOf(calls, 'reown_getExchangePayUrl').at(-1)?.params).toMatchObject({
      ...{ asset: 'eip155:1/slip44:60', amount: '0.01' },
    })
  })

  it("presets of 10, 50 and 100 dollars › converted by the asset's price", async () => {
    const { world } = openForm()
    await waitUntil(world, () => expect(world.store.get(presetsAtom)).toHaveLength(3))
    world.store.set(selectAssetAtom, 'native')
    await waitUntil(world, () =>
      expect(world.store.get(presetsAtom)).toEqual([
        { label: '$10.00', text: '0.003333' },
        { label: '$50.00', text: '0.016666' },
        { label: '$100.00', text: '0.033333' },
      ]),
    )
    world.store.set(draftAtom, { amount: '0.003333' })
    expect(world.store.get(fiatValueAtom)).toBe('$9.99')
  })
})

describe('startDepositAtom', () => {
  it("click › stores the order, then opens the exchange's page synchronously", async () => {
    const observed: unknown[] = []
    const { opened: pages, open } = fakeWindows()
    const { world } = await openReadyForm({
      over: {
        openWindow: (url, features) => {
          observed.push(world.store.get(ordersAtom).length, features)
          return open(url, features)
        },
      },
    })
    world.store.set(startDepositAtom)
    // Nothing was awaited.
    expect(observed).toEqual([1, 'popup,width=480,height=720'])
    expect(pages).toMatchObject([{ url: payUrl, opener: null }])
    const [order] = world.store.get(ordersAtom)
    expect(order).toMatchObject({
      ...{ kind: 'exchange', session: 's-1', url: payUrl, to: recipient, expected: 25_000_000n },
      ...{ provider: { id: 'reown_test', name: 'Test Exchange' }, state: { is: 'opened' } },
    })
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'PayWithExchangeStatus', id: order?.id })
  })

  it('second click › starts nothing, because each order needs its own page', async () => {
    const { world, windows } = await startDeposit()
    world.store.set(startDepositAtom)
    expect([world.store.get(ordersAtom).length, windows.opened.length]).toEqual([1, 1])
  })

  it('page too old › refetched, and no order is created', async () => {
    const { world, calls, windows } = await openReadyForm()
    await world.clock.advance(exchangePageLifetimeMs)
    world.store.set(startDepositAtom)
    expect([world.store.get(ordersAtom), windows.opened]).toEqual([[], []])
    await waitUntil(world, () => expect(callsOf(calls, 'reown_getExchangePayUrl')).toHaveLength(2))
  })

  it.each([
    ['refuses', () => errorResult('No')],
    ['is down', () => ({ status: 500 })],
    ['names a page that may not be opened', () => result({ url: 'javascript:alert(1)', sessionId: 's' })],
  ])('exchange %s › no order and no popup', async (_, payUrlOf) => {
    const { world, windows } = openForm({ service: { payUrl: payUrlOf } })
    await waitUntil(world, () => expect(world.store.get(assetsAtom).is).toBe('ready'))
    world.store.set(draftAtom, { amount: '25' })
    await waitUntil(world, () => expect(world.store.get(depositPageAtom).is).toBe('failed'))
    world.store.set(startDepositAtom)
    expect([world.store.get(ordersAtom), windows.opened]).toEqual([[], []])
  })

  it('popup blocked › the order is unchanged', async () => {
    const { world } = await startDeposit({ over: { openWindow: () => null } })
    const [order] = world.store.get(ordersAtom)
    expect(world.store.get(orderPopupAtom(order?.id ?? ''))).toBe('not-held')
    expect(states(world)).toEqual([{ is: 'opened' }])
  })

  it('popup closed › the deposit is still polled', async () => {
    const { world, windows, calls } = await startDeposit()
    windows.opened[0]?.close()
    await waitUntil(
      world,
      () => expect(callsOf(calls, 'reown_getExchangeBuyStatus').length).toBeGreaterThan(2),
      1_000,
    )
    const [order] = world.store.get(ordersAtom)
    expect(world.store.get(orderPopupAtom(order?.id ?? ''))).toBe('out-of-sight')
    expect(states(world)).toEqual([{ is: 'opened' }])
  })
})

describe('deposit progress', () => {
  it('deposit › arrives when the chain shows it, not when the exchange reports it', async () => {
    let receivedValue: bigint | undefined
    const received = vi.fn(async () => receivedValue)
    const minedAt = async () => (receivedValue === undefined ? undefined : Date.UTC(2100, 0))
    const { world } = await startDeposit({ service: sent, received, minedAt })
    await waitUntil(world, () => expect(states(world)).toEqual([{ is: 'sent', hash }]))
    await world.clock.advance(3 * orderPollIntervalMs)
    expect(states(world)).toEqual([{ is: 'sent', hash }])
    receivedValue = 24_900_000n
    await waitUntil(
      world,
      () => expect(states(world)).toEqual([{ is: 'arrived', hash, value: 24_900_000n }]),
      1_000,
    )
    expect(received).toHaveBeenCalledWith(
      hash,
      recipient,
      expect.anything(),
      expect.anything(),
      expect.anything(),
    )
  })

  it('transaction without value for the account › not an arrival', async () => {
    const { world } = await startDeposit({ service: sent, received: async () => 0n })
    const doubtful = [{ is: 'doubtful', hash, misfit: 'nothing' }]
    await waitUntil(world, () => expect(states(world)).toEqual(doubtful))
    await world.clock.advance(3 * orderPollIntervalMs)
    expect(states(world)).toEqual(doubtful)
  })

  it('exchange reports a failure › failed', async () => {
    const { world } = await startDeposit({ service: { status: () => result({ status: 'FAILED' }) } })
    await waitUntil(world, () => expect(states(world)).toEqual([{ is: 'failed' }]))
    expect(world.store.get(openDepositAtom)).toBeUndefined()
  })

  it('exchange unavailable › state unchanged, and polled again', async () => {
    let isDown = true
    const { world } = await startDeposit({
      service: { status: () => (isDown ? { status: 500 } : result({ status: 'IN_PROGRESS' })) },
    })
    await world.clock.advance(3 * orderPollIntervalMs)
    expect(states(world)).toEqual([{ is: 'opened' }])
    isDown = false
    await waitUntil(world, () => expect(states(world)).toEqual([{ is: 'paid' }]), 1_000)
  })

  it('page unloads after the click › the next one resumes the order, no second payment', async () => {
    const storage = memoryArea()
    const first = await startDeposit({ over: { storage } })
    const [interruptedOrder] = first.world.store.get(ordersAtom)
    const next = openForm({
      over: { storage, pageId: 'next' },
      service: sent,
      received: async () => 25_000_000n,
    })
    expect(next.world.store.get(openDepositAtom)).toMatchObject({
      id: interruptedOrder?.id,
      session: 's-1',
      url: payUrl,
    })
    await waitUntil(next.world, () =>
      expect(states(next.world)).toEqual([{ is: 'arrived', hash, value: 25_000_000n }]),
    )
    expect(callsOf(next.calls, 'reown_getExchangeBuyStatus').at(0)?.params).toEqual({
      ...{ exchangeId: 'reown_test', sessionId: 's-1' },
    })
    expect(callsOf(next.calls, 'reown_getExchangePayUrl')).toEqual([])
  })
})
