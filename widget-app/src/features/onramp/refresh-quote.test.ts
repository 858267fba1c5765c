import { describe, expect, it, onTestFinished } from 'vitest'
import { onrampQuoteLifetimeMs } from '#shared/config/limits.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { buyAtom, refetchQuoteAtom } from './action-atoms.ts'
import { draftAtom } from './atoms.ts'
import { quoteTextsAtom } from './order-texts.ts'
import { pageAtom } from './purchase.ts'
import { quoteAtom, renewalAtom } from './quote.ts'
import { quoted, type Service } from './testing/onramp-world.ts'
import { countOf, never, opened, problemsOf, ready, untilSo } from './testing/open-buy.ts'

type Answered = ReturnType<NonNullable<Service['quote']>>

/** A response that is pending until `release` is called. */
function onItsWay() {
  let release: (answer: Awaited<Answered>) => void = () => undefined
  const promise = new Promise<Awaited<Answered>>((resolve) => {
    release = resolve
  })
  return { answer: () => promise, release: (answer: Awaited<Answered>) => release(answer) }
}

const real = quoted({ amount: '100', paymentCurrency: 'USD', purchaseCurrency: 'ETH' })

/** Opens a form with a quote, whose later responses the test sets. */
async function priced() {
  let answer: (() => Answered) | undefined
  const world = opened({
    quote: (amount) => answer?.() ?? quoted({ amount, paymentCurrency: 'USD', purchaseCurrency: 'ETH' }),
  })
  onTestFinished(world.store.sub(renewalAtom, () => undefined))
  await ready(world)
  return { ...world, answers: (next: (() => Answered) | undefined) => (answer = next) }
}

const begun = ({ store, windows }: TestWorld & { readonly windows: readonly unknown[] }) => [
  ...store.get(ordersAtom),
  ...windows,
]
const kindOf = ({ store }: TestWorld) => {
  const shown = store.get(quoteAtom)
  return shown.is === 'quote' ? shown.kind : shown.is
}
const isReady = (world: TestWorld) =>
  untilSo(world, () => expect(world.store.get(pageAtom).is).toBe('ready'), 500)

describe('quote expiry', () => {
  it('quote is 30 s old › refetched, and not earlier', async () => {
    const world = await priced()
    const before = countOf(world, '/v1/onramp/quote')
    await world.clock.advance(onrampQuoteLifetimeMs - 2_000)
    expect(countOf(world, '/v1/onramp/quote')).toBe(before)
    await untilSo(world, () => expect(countOf(world, '/v1/onramp/quote')).toBe(before + 1), 500)
  })

  it('quote expired › refetched, and no order is created', async () => {
    const world = await priced()
    world.answers(never)
    await world.clock.advance(onrampQuoteLifetimeMs)
    world.store.set(buyAtom)
    expect([begun(world), world.store.get(renewalAtom)]).toEqual([[], 'awaited'])
  })

  it.each([
    ['goes on', (world: TestWorld) => world.store.set(buyAtom)],
    ['types', (world: TestWorld) => world.store.set(draftAtom, { text: '120' })],
  ])('new quote › marked as renewed until the user %s', async (_, act) => {
    const world = await priced()
    const { answer, release } = onItsWay()
    world.answers(answer)
    await world.clock.advance(onrampQuoteLifetimeMs)
    world.store.set(buyAtom)
    expect(world.store.get(renewalAtom)).toBe('awaited')
    release(real)
    await untilSo(world, () => expect(world.store.get(renewalAtom)).toBe('renewed'))
    world.answers(undefined)
    await isReady(world)
    expect(begun(world)).toEqual([])
    act(world)
    expect(world.store.get(renewalAtom)).toBe('none')
  })

  it('refetch fails › old, cannot be bought; real after a retry', async () => {
    const world = await priced()
    const before = world.store.get(quoteTextsAtom)
    world.answers(() => ({ status: 500 }))
    await world.clock.advance(onrampQuoteLifetimeMs)
    world.store.set(buyAtom)
    await untilSo(world, () => expect(kindOf(world)).toBe('old'), 500)
    world.store.set(buyAtom)
    expect([begun(world), problemsOf(world), world.store.get(renewalAtom)]).toEqual([
      [],
      ['old-price'],
      'awaited',
    ])
    expect(world.store.get(quoteTextsAtom)).toEqual({ ...before, kind: 'old' })
    world.answers(undefined)
    world.store.set(refetchQuoteAtom)
    await isReady(world)
    expect([problemsOf(world), world.store.get(renewalAtom)]).toEqual([[], 'renewed'])
  })

  it('service requests two minutes of backoff › waits, then refetches', async () => {
    const world = await priced()
    world.answers(() => ({ status: 429, headers: { 'retry-after': '120' } }))
    const before = countOf(world, '/v1/onramp/quote')
    await untilSo(world, () => expect(kindOf(world)).toBe('old'), 500)
    expect(countOf(world, '/v1/onramp/quote')).toBe(before + 1)
    await world.clock.advance(115_000)
    expect(countOf(world, '/v1/onramp/quote')).toBe(before + 1)
    await untilSo(world, () => expect(countOf(world, '/v1/onramp/quote')).toBe(before + 2), 500)
  })
})
