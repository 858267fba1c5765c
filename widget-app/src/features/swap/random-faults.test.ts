import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import type { FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import { reviewAtom } from './atoms/actions.ts'
import { confirmSwapAtom } from './atoms/confirm-swap.ts'
import { draftAtom } from './atoms/draft.ts'
import { problemsAtom } from './atoms/form.ts'
import { displayedPlanAtom, planAtom } from './atoms/plan.ts'
import { freshQuoteAtom, refetchQuoteAtom } from './atoms/refresh-quote.ts'
import { isQuoteStaleAtom, parameterTextsAtom } from './atoms/texts.ts'
import { nativeKey } from './draft.ts'
import { countOf, fillForm, never, openForm, openReview, stateOf, waitUntil } from './testing/open-swap.ts'
import { fee, usdcKey } from './testing/swap-world.ts'

type Fault = readonly [name: string, answer: () => TestResponse | Promise<TestResponse>]
const faults: readonly Fault[] = [
  ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '60' } })],
  ['500', () => ({ status: 500 })],
  ['no answer', never],
  ['another shape', () => ({ body: { allowance: 'none', tx: [], quotes: 5, standard: {} } })],
  ['an empty object', () => ({ body: {} })],
  ['null', () => ({ body: null })],
]
const buildEndpoints = ['allowance', 'build-approve', 'build-transaction'] as const
const table = buildEndpoints.flatMap((endpoint) =>
  faults.map(([name, answer]) => [endpoint, name, answer] as const),
)

/** An injected fault of one endpoint that can be removed. */
function withFault(endpoint: string, answer: Fault[1]) {
  const state = { isFailing: false }
  const fault = () => (state.isFailing ? answer() : undefined)
  return { state, service: { faults: { [`/v1/convert/${endpoint}`]: fault } } }
}

describe('faults while a swap is prepared', () => {
  it.each(table)(
    '%s, %s › review shows an error, no prompt, the next attempt succeeds',
    async (endpoint, _name, answer) => {
      const { state, service } = withFault(endpoint, answer)
      state.isFailing = true
      const world = openForm(service)
      await fillForm(world, '100', usdcKey, nativeKey)
      world.store.set(reviewAtom)
      await waitUntil(world, () => expect(world.store.get(displayedPlanAtom).error).toBeDefined(), 500)
      await world.store.set(confirmSwapAtom)
      expect([world.store.get(journalAtom), world.store.get(toastAtom).open]).toEqual([[], false])
      state.isFailing = false
      void world.store.set(refetchQuoteAtom)
      await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('ready'))
      expect(world.store.get(displayedPlanAtom).error).toBeUndefined()
    },
  )

  it.each(faults)('gas price fails: %s › form works without it, no toast', async (_name, answer) => {
    const world = await fillForm(openForm({ gasPrice: answer }))
    await waitUntil(world, () => expect(world.store.get(problemsAtom)).toEqual([]), 500)
    expect(world.store.get(toastAtom).open).toBe(false)
  })
})

describe('price that cannot be refreshed', () => {
  const openWithFailingQuote = async (answer: Fault[1]) => {
    const { state, service } = withFault('quotes', answer)
    const send = vi.fn(never)
    const world = openForm(service, { send })
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    onTestFinished(world.store.sub(isQuoteStaleAtom, () => undefined))
    await openReview(world)
    state.isFailing = true
    return { world, send, state }
  }

  it.each(faults)(
    '%s › keeps and marks the old amounts, and does not swap by them',
    async (_name, answer) => {
      const { world, send, state } = await openWithFailingQuote(answer)
      await waitUntil(world, () => expect(world.store.get(isQuoteStaleAtom)).toBe(true), 500)
      expect(world.store.get(parameterTextsAtom)?.buys).toBe('299.1 USDC')
      const end = world.store.set(confirmSwapAtom)
      await waitUntil(world, () => expect(stateOf(world)).toEqual({ is: 'reviewing', note: 'no-price' }), 500)
      await end
      expect([send.mock.calls.length, world.store.get(toastAtom).open]).toEqual([0, false])
      state.isFailing = false
      void world.store.set(refetchQuoteAtom)
      await waitUntil(world, () => expect(world.store.get(isQuoteStaleAtom)).toBe(false), 500)
    },
  )

  it('service sends Retry-After of a minute › makes no request meanwhile', async () => {
    const { world } = await openWithFailingQuote(() => ({ status: 429, headers: { 'retry-after': '60' } }))
    await waitUntil(world, () => expect(world.store.get(isQuoteStaleAtom)).toBe(true), 500)
    const before = countOf(world, '/v1/convert/quotes')
    await world.clock.advance(40_000)
    expect(countOf(world, '/v1/convert/quotes')).toBe(before)
    await world.clock.advance(30_000)
    await waitUntil(world, () => expect(countOf(world, '/v1/convert/quotes')).toBeGreaterThan(before))
  })

  it('no price at all › requests once, and again only on the user’s retry', async () => {
    const world = openForm({ quotes: () => ({ status: 500 }) })
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    world.store.set(draftAtom, { to: usdcKey, amount: { is: 'typed', text: '0.1' } })
    await waitUntil(world, () => expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'no-quote' }), 500)
    const before = countOf(world, '/v1/convert/quotes')
    await world.clock.advance(60_000)
    expect(countOf(world, '/v1/convert/quotes')).toBe(before)
  })
})

describe('plan that is refreshed', () => {
  it('new plan loads › previous fee stays', async () => {
    let isSlow = false
    const world = openForm({ build: () => (isSlow ? never() : undefined) })
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    onTestFinished(world.store.sub(displayedPlanAtom, () => undefined))
    await openReview(world)
    await world.clock.advance(1_000)
    isSlow = true
    await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('loading'), 500)
    expect(world.store.get(displayedPlanAtom).plan?.maxFee).toBe(1_800_000_000_000_000n)
  })

  it('plan takes longer than a quote lives › created once, stays to be confirmed, then the next quote', async () => {
    let finish = () => {}
    const estimated = new Promise<FeeEstimate>((resolve) => {
      finish = () => resolve(fee)
    })
    const world = openForm({}, { estimate: () => estimated })
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    await fillForm(world)
    await waitUntil(world, () => expect(world.store.get(problemsAtom)).toEqual([]))
    world.store.set(reviewAtom)
    await waitUntil(world, () => expect(countOf(world, '/v1/convert/build-transaction')).toBe(1))
    const quotes = countOf(world, '/v1/convert/quotes')
    await world.clock.advance(2 * swapQuoteLifetimeMs)
    expect(world.store.get(planAtom).is).toBe('loading')
    finish()
    await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('ready'))
    await world.clock.advance(4_000)
    expect([countOf(world, '/v1/convert/quotes'), countOf(world, '/v1/convert/build-transaction')]).toEqual([
      quotes,
      1,
    ])
    await waitUntil(world, () => expect(countOf(world, '/v1/convert/quotes')).toBe(quotes + 1), 500)
  })

  it('plan failed, next one loads › error and earlier fee stay', async () => {
    let answer: Fault[1] | undefined
    const world = openForm({ build: () => answer?.() })
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    onTestFinished(world.store.sub(displayedPlanAtom, () => undefined))
    await openReview(world)
    await world.clock.advance(1_000)
    answer = () => ({ status: 400, body: { reasons: [{ description: 'The swap would fail' }] } })
    await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('failed'), 500)
    await world.clock.advance(1_000)
    answer = never
    await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('loading'), 500)
    const { plan, error } = world.store.get(displayedPlanAtom)
    expect([plan?.maxFee, error?.message]).toEqual([1_800_000_000_000_000n, 'The swap would fail'])
  })
})
