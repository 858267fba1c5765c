import { describe, expect, it, onTestFinished } from 'vitest'
import { onrampQuoteLifetimeMs } from '#shared/config/limits.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { quoteResponse, type ServiceResponses } from '../testing/onramp-world.ts'
import { countOf, fillForm, never, openForm, problemsOf, waitUntil } from '../testing/open-buy.ts'
import { buyAtom, refetchQuoteAtom } from './actions.ts'
import { draftAtom } from './draft.ts'
import { providerPageAtom } from './purchase.ts'
import { quoteAtom, renewalAtom } from './quote.ts'
import { quoteTextsAtom } from './texts.ts'

type QuoteResponse = ReturnType<NonNullable<ServiceResponses['quote']>>

/** A response that is pending until `release` is called. */
function deferredResponse() {
  let release: (answer: Awaited<QuoteResponse>) => void = () => undefined
  const promise = new Promise<Awaited<QuoteResponse>>((resolve) => {
    release = resolve
  })
  return { answer: () => promise, release: (answer: Awaited<QuoteResponse>) => release(answer) }
}

const real = quoteResponse({ amount: '100', paymentCurrency: 'USD', purchaseCurrency: 'ETH' })

/** Opens a form with a quote, whose later responses the test sets. */
async function openWithQuote() {
  let answer: (() => QuoteResponse) | undefined
  const world = openForm({
    quote: (amount) =>
      answer?.() ?? quoteResponse({ amount, paymentCurrency: 'USD', purchaseCurrency: 'ETH' }),
  })
  onTestFinished(world.store.sub(renewalAtom, () => undefined))
  await fillForm(world)
  return { ...world, respondWith: (next: (() => QuoteResponse) | undefined) => (answer = next) }
}

const startedOrders = ({ store, windows }: TestWorld & { readonly windows: readonly unknown[] }) => [
  ...store.get(ordersAtom),
  ...windows,
]
const kindOf = ({ store }: TestWorld) => {
  const displayed = store.get(quoteAtom)
  return displayed.is === 'quote' ? displayed.kind : displayed.is
}
const isReady = (world: TestWorld) =>
  waitUntil(world, () => expect(world.store.get(providerPageAtom).is).toBe('ready'), 500)

describe('quote expiry', () => {
  it('quote is 30 s old › refetched, and not earlier', async () => {
    const world = await openWithQuote()
    const before = countOf(world, '/v1/onramp/quote')
    await world.clock.advance(onrampQuoteLifetimeMs - 2_000)
    expect(countOf(world, '/v1/onramp/quote')).toBe(before)
    await waitUntil(world, () => expect(countOf(world, '/v1/onramp/quote')).toBe(before + 1), 500)
  })

  it('quote expired › refetched, and no order is created', async () => {
    const world = await openWithQuote()
    world.respondWith(never)
    await world.clock.advance(onrampQuoteLifetimeMs)
    world.store.set(buyAtom)
    expect([startedOrders(world), world.store.get(renewalAtom)]).toEqual([[], 'awaited'])
  })

  it.each([
    ['goes on', (world: TestWorld) => world.store.set(buyAtom)],
    ['types', (world: TestWorld) => world.store.set(draftAtom, { text: '120' })],
  ])('new quote › marked as renewed until the user %s', async (_, act) => {
    const world = await openWithQuote()
    const { answer, release } = deferredResponse()
    world.respondWith(answer)
    await world.clock.advance(onrampQuoteLifetimeMs)
    world.store.set(buyAtom)
    expect(world.store.get(renewalAtom)).toBe('awaited')
    release(real)
    await waitUntil(world, () => expect(world.store.get(renewalAtom)).toBe('renewed'))
    world.respondWith(undefined)
    await isReady(world)
    expect(startedOrders(world)).toEqual([])
    act(world)
    expect(world.store.get(renewalAtom)).toBe('none')
  })

  it('refetch fails › old, cannot be bought; real after a retry', async () => {
    const world = await openWithQuote()
    const before = world.store.get(quoteTextsAtom)
    world.respondWith(() => ({ status: 500 }))
    await world.clock.advance(onrampQuoteLifetimeMs)
    world.store.set(buyAtom)
    await waitUntil(world, () => expect(kindOf(world)).toBe('old'), 500)
    world.store.set(buyAtom)
    expect([startedOrders(world), problemsOf(world), world.store.get(renewalAtom)]).toEqual([
      [],
      ['old-price'],
      'awaited',
    ])
    expect(world.store.get(quoteTextsAtom)).toEqual({ ...before, kind: 'old' })
    world.respondWith(undefined)
    world.store.set(refetchQuoteAtom)
    await isReady(world)
    expect([problemsOf(world), world.store.get(renewalAtom)]).toEqual([[], 'renewed'])
  })

  it('service requests two minutes of backoff › waits, then refetches', async () => {
    const world = await openWithQuote()
    world.respondWith(() => ({ status: 429, headers: { 'retry-after': '120' } }))
    const before = countOf(world, '/v1/onramp/quote')
    await waitUntil(world, () => expect(kindOf(world)).toBe('old'), 500)
    expect(countOf(world, '/v1/onramp/quote')).toBe(before + 1)
    await world.clock.advance(115_000)
    expect(countOf(world, '/v1/onramp/quote')).toBe(before + 1)
    await waitUntil(world, () => expect(countOf(world, '/v1/onramp/quote')).toBe(before + 2), 500)
  })
})
