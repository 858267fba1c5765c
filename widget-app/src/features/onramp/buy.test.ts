import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { restrictedTimeZones } from '#shared/config/limits.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import type { Order } from '#widget/domain/orders/order.ts'
import { orderPollingAtom } from '#widget/domain/orders/order-polling.ts'
import { openOrderPopupAtom, orderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { ordersAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { buyAtom } from './atoms/actions.ts'
import { draftAtom } from './atoms/draft.ts'
import { optionsAtom } from './atoms/options.ts'
import { problemsAtom } from './atoms/problems.ts'
import { providersAtom } from './atoms/providers.ts'
import { openOrderAtom, providerPageAtom } from './atoms/purchase.ts'
import { purchasedAssetAtom } from './atoms/purchased-asset.ts'
import { quoteAtom } from './atoms/quote.ts'
import { isRestrictedTimeZone } from './atoms/restricted-regions.ts'
import { quoteTextsAtom } from './atoms/texts.ts'
import { safePageUrl } from './provider-page-url.ts'
import {
  buyer,
  deliveryHash,
  onrampOptions,
  openBuy,
  quoteResponse,
  testWindows,
} from './testing/onramp-world.ts'
import {
  countOf,
  fillForm,
  never,
  openForm,
  problemsOf,
  viewOf,
  waitForOptions,
  waitUntil,
} from './testing/open-buy.ts'

const orders = ({ store }: TestWorld): readonly Order[] => store.get(ordersAtom)

describe('buyAtom', () => {
  it("click › stores the order before the provider's page opens synchronously", async () => {
    const world = openForm()
    await fillForm(world)
    const observed: unknown[] = []
    const { windows, open } = testWindows()
    Object.assign(world.ports, {
      openWindow: (url: string) => {
        observed.push(orders(world).map(({ state }) => state.is))
        return open(url)
      },
    })
    world.store.set(buyAtom)
    const [order] = orders(world)
    expect(observed).toEqual([['opened']])
    expect(order).toMatchObject({
      kind: 'buy',
      provider: { id: 'meld', name: 'Meld' },
      to: buyer,
      expected: 32_683_333_300_000_000n,
      pays: { amount: '100', currency: 'USD' },
      before: 1_239_987_000_000_000_000n,
    })
    expect(windows.map(({ url, opener }) => [url, opener])).toEqual([
      [`https://provider.example/buy/${order?.id}`, null],
    ])
    expect(viewOf(world)).toEqual({ name: 'BuyInProgress', id: order?.id })
  })

  it("balance before the purchase › read with the provider's page, not the form", async () => {
    let balance = 900n
    const { adapter } = onrampOptions({}, {}, {}, { nativeBalance: async () => balance })
    const world = openForm({}, {}, adapter ? { adapter } : {})
    await waitForOptions(world)
    await waitUntil(world, () => expect(world.store.get(purchasedAssetAtom).is).toBe('ready'))
    balance = 100n
    await fillForm(world)
    world.store.set(buyAtom)
    expect(orders(world)).toMatchObject([{ before: 100n }])
  })

  it('two clicks › one order; the next order has its own page', async () => {
    const world = openForm()
    await fillForm(world)
    world.store.set(buyAtom)
    world.store.set(buyAtom)
    expect([orders(world).length, world.windows.length]).toEqual([1, 1])
    await fillForm(world)
    world.store.set(buyAtom)
    const ids = orders(world).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })

  it('provider page with an unsafe URL › not opened', async () => {
    const world = openForm({ url: () => ({ body: { url: 'javascript:alert(1)' } }) })
    world.store.set(draftAtom, { text: '100' })
    await waitUntil(world, () => expect(world.store.get(providerPageAtom).is).toBe('failed'))
    world.store.set(buyAtom)
    expect([orders(world), world.windows]).toEqual([[], []])
  })

  it.each([
    ['https://provider.example/a', true],
    ['http://onramp.localhost:5176/a', true],
    ['http://provider.example/', false],
    ['http://localhost.evil.example/', false],
    ['data:text/html,hello', false],
    ['/relative', false],
  ])('%s › can be opened: %s', (url, isSafe) => {
    const open = () => safePageUrl(url)
    if (isSafe) expect(open()).toBe(url)
    else expect(open).toThrow('no safe address')
  })
})

describe('openOrderPopupAtom', () => {
  const started = async (over: Parameters<typeof openForm>[2] = {}) => {
    const world = openForm({}, {}, over)
    await fillForm(world)
    world.store.set(buyAtom)
    const [order] = orders(world)
    if (!order) throw new Error('No order was begun')
    onTestFinished(world.store.sub(orderPopupAtom(order.id), () => undefined))
    return { world, order, popupState: () => world.store.get(orderPopupAtom(order.id)) }
  }

  it('popup blocked › reported, and the order continues', async () => {
    const { order, popupState } = await started({ openWindow: () => null })
    expect([popupState(), order.state.is]).toEqual(['not-held', 'opened'])
  })

  it('popup closed › the order stays open; reopening shows the same purchase', async () => {
    const { world, order, popupState } = await started()
    const [first] = world.windows
    expect(popupState()).toBe('open')
    if (first) first.closed = true
    await world.clock.advance(500)
    expect([popupState(), orders(world).map(({ state }) => state.is)]).toEqual(['out-of-sight', ['opened']])
    world.store.set(openOrderPopupAtom, order)
    expect(world.windows.map(({ url }) => url)).toEqual([order.url, order.url])
    expect(orders(world).length).toBe(1)
  })

  it('popup open › focused instead of a second one', async () => {
    const { world, order } = await started()
    world.store.set(openOrderPopupAtom, order)
    expect(world.windows.map(({ calls }) => calls)).toEqual([['focus']])
  })
})

describe('limits', () => {
  it.each([
    ['card', '9.99', 'too-little'],
    ['card', '10', undefined],
    ['card', '7500', undefined],
    ['card', '7500.01', 'too-much'],
    ['ach_bank_account', '9.99', 'too-little'],
    ['ach_bank_account', '25000', undefined],
    ['ach_bank_account', '25000.01', 'too-much'],
    ['card', '', 'no-amount'],
    ['card', '1,234', 'wrong-amount'],
    ['card', '10.001', 'wrong-amount'],
  ])('%s, %s dollars › %s', async (method, text, problem) => {
    const world = openForm({ quote: never })
    await waitForOptions(world)
    world.store.set(draftAtom, { method, text })
    expect(problemsOf(world)).toEqual(problem === undefined ? [] : [problem])
  })

  it('amount above the card limit › offers the bank transfer', async () => {
    const world = openForm({ quote: never })
    await waitForOptions(world)
    world.store.set(draftAtom, { text: '8000' })
    expect(world.store.get(problemsAtom)).toMatchObject([
      { is: 'too-much', limit: 750_000n, instead: { id: 'ach_bank_account' } },
    ])
    world.store.set(draftAtom, { text: '30000' })
    expect(world.store.get(problemsAtom)).toMatchObject([{ is: 'too-much', instead: undefined }])
  })
})

const failures = [
  ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '60' } })],
  ['500', () => ({ status: 500 })],
  ['timeout', never],
  ['wrong shape', () => ({ body: { surprise: true } })],
  ['empty', () => ({ body: '' })],
] as const

describe('samples', () => {
  it.each(failures)('options, %s › marked sample, no purchase possible', async (_, respond) => {
    let isBroken = true
    const world = openForm({
      options: () => (isBroken ? respond() : { body: { paymentCurrencies: [], purchaseCurrencies: [] } }),
    })
    await waitUntil(world, () => expect(world.store.get(optionsAtom).is).toBe('ready'), 2_000)
    world.store.set(draftAtom, { text: '100' })
    expect(world.store.get(optionsAtom)).toMatchObject({ isSample: true, currencies: [{ id: 'USD' }] })
    expect(world.store.get(quoteTextsAtom)).toMatchObject({ kind: 'sample', gets: '100' })
    expect(problemsOf(world)).toEqual(['sample'])
    world.store.set(buyAtom)
    expect([orders(world), world.windows, countOf(world, '/v1/generators')]).toEqual([[], [], 0])
    isBroken = false
    world.store.set(optionsAtom)
    await waitUntil(world, () => expect(problemsOf(world)).toEqual(['nothing-here', 'no-amount']), 500)
  })

  it.each(failures)('quote, %s › marked sample, then the real one after a refetch', async (_, respond) => {
    let isBroken = true
    const world = openForm({
      quote: (amount) =>
        isBroken ? respond() : quoteResponse({ amount, paymentCurrency: 'USD', purchaseCurrency: 'ETH' }),
    })
    await waitForOptions(world)
    world.store.set(draftAtom, { text: '100' })
    await waitUntil(world, () => expect(world.store.get(quoteAtom)).toMatchObject({ kind: 'sample' }), 2_000)
    expect(problemsOf(world)).toEqual(['sample'])
    world.store.set(buyAtom)
    expect([orders(world), world.windows]).toEqual([[], []])
    isBroken = false
    void world.store.set(quoteAtom)
    await waitUntil(world, () => expect(world.store.get(providerPageAtom).is).toBe('ready'), 500)
    expect(world.store.get(quoteTextsAtom)).toMatchObject({ kind: 'real', gets: '0.0326833333' })
  })

  it('quote of another purchase › rejected', async () => {
    const world = openForm({
      quote: () => quoteResponse({ amount: '99', paymentCurrency: 'USD', purchaseCurrency: 'ETH' }),
    })
    await waitForOptions(world)
    world.store.set(draftAtom, { text: '100' })
    await waitUntil(world, () => expect(world.store.get(quoteAtom)).toMatchObject({ kind: 'sample' }))
  })

  it('no asset on this chain › its own problem, not a sample', async () => {
    const world = openForm({ options: () => ({ body: { paymentCurrencies: [], purchaseCurrencies: [] } }) })
    await waitForOptions(world)
    expect(problemsOf(world)).toContain('nothing-here')
    expect(problemsOf(world)).not.toContain('sample')
  })
})

describe('quotes', () => {
  it("quote › fees as text, and the amount with the chain's decimals", async () => {
    const world = openForm()
    await fillForm(world)
    expect(world.store.get(quoteTextsAtom)).toEqual({
      kind: 'real',
      pays: '$100.00',
      gets: '0.0326833333',
      symbol: 'ETH',
      networkFee: '$0.45',
      providerFee: '$1.50',
    })
  })

  it('no stated network fee › undefined; the provider fee has the sum', async () => {
    const full = quoteResponse({ amount: '100', paymentCurrency: 'USD', purchaseCurrency: 'ETH' })
    const world = openForm({ quote: () => ({ body: { ...Object(full.body), networkFee: undefined } }) })
    await fillForm(world)
    expect(world.store.get(quoteTextsAtom)).toMatchObject({ networkFee: undefined, providerFee: '$1.95' })
  })

  it('typing › one quote after the last input', async () => {
    const world = openForm()
    await waitForOptions(world)
    for (const text of ['1', '12', '120']) {
      world.store.set(draftAtom, { text })
      await world.clock.advance(100)
    }
    await waitUntil(world, () => expect(world.store.get(quoteAtom).is).toBe('quote'))
    expect(countOf(world, '/v1/onramp/quote')).toBe(1)
  })
})

describe('restricted regions', () => {
  it.each([
    ...restrictedTimeZones.map((zone) => [zone, true] as const),
    ['asia/hong_kong', true],
    ['Asia/Taipei', false],
    ['Asia/Singapore', false],
    ['Europe/Berlin', false],
    ['', false],
  ] as const)('%j › restricted: %s', (zone, isRestricted) => {
    expect(isRestrictedTimeZone(zone)).toBe(isRestricted)
  })

  it('restricted time zone › no purchase', async () => {
    const resolved = new Intl.DateTimeFormat('en').resolvedOptions()
    const spy = vi
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue({ ...resolved, timeZone: 'Asia/Shanghai' })
    onTestFinished(() => spy.mockRestore())
    const world = openForm()
    await waitForOptions(world)
    expect(problemsOf(world)).toContain('restricted')
  })
})

describe('providersAtom', () => {
  const openProviders = (over: Parameters<typeof testWorld>[0]) => {
    const world = testWorld(onrampOptions({}, {}, over))
    openBuy(world)
    onTestFinished(world.store.sub(featureAtom('onramp'), () => undefined))
    return world
  }

  it('providers › from the deployment; invalid ones are dropped and logged', async () => {
    const fine = {
      id: 'meld',
      name: 'Harbour Pay',
      open: 'popup',
      feePercent: ['1', '1.5'],
      namespaces: ['eip155'],
    }
    const solanaOnly = { ...fine, id: 'other', namespaces: ['solana'] }
    const world = openProviders({
      deploy: { onrampProviders: [fine, solanaOnly, { ...fine, open: 'iframe' }, { id: 'broken' }] },
    })
    await waitUntil(world, () => expect(world.store.get(featureAtom('onramp')).is).toBe('on'), 500)
    expect(world.store.get(providersAtom)).toEqual([fine])
    expect(world.logs).toContain('An on-ramp provider of widget.config.json is invalid')
  })

  it('features allow other providers only › none', async () => {
    const world = openProviders({ config: { features: { onramp: ['other'] } } })
    await waitUntil(world, () => expect(world.store.get(featureAtom('onramp')).is).toBe('on'), 500)
    expect(world.store.get(providersAtom)).toEqual([])
  })
})

describe('tab killed', () => {
  it('before the click › no order', async () => {
    const storage = memoryArea()
    await fillForm(openForm({}, {}, { storage }))
    expect(orders(openForm({}, {}, { storage, pageId: 'later' }))).toEqual([])
  })

  it.each([
    ['at the provider', undefined, 'opened'],
    ['after the payment', { is: 'paid' } as const, 'paid'],
    ['after the delivery', { is: 'sent', hash: deliveryHash } as const, 'sent'],
  ])('%s › order resumes with the same page and arrives once', async (_, event, is) => {
    const storage = memoryArea()
    const first = openForm({}, {}, { storage })
    await fillForm(first)
    first.store.set(buyAtom)
    const [started] = orders(first)
    if (started && event) first.store.set(recordOrderAtom, started.id, event)

    const reloaded = openForm(
      { order: () => ({ body: { status: 'sent', transactionHash: deliveryHash } }) },
      { received: async () => 32_000_000_000_000_000n },
      { storage, pageId: 'later' },
    )
    const open = reloaded.store.get(openOrderAtom)
    expect([open?.id, open?.state.is]).toEqual([started?.id, is])
    if (open) reloaded.store.set(openOrderPopupAtom, open)
    expect(reloaded.windows.map(({ url }) => url)).toEqual([started?.url])
    onTestFinished(reloaded.store.sub(orderPollingAtom, () => undefined))
    await waitUntil(
      reloaded,
      () => expect(orders(reloaded).map(({ state }) => state.is)).toEqual(['arrived']),
      500,
    )
    expect(reloaded.store.get(openOrderAtom)).toBe(undefined)
  })
})
