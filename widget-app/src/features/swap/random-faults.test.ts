import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { toastAtom } from '#widget/core/notices.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import type { Answer } from '#widget/testing/world.ts'
import { reviewAtom } from './action-atoms.ts'
import { draftAtom } from './atoms.ts'
import { nativeKey } from './draft.ts'
import { confirmSwapAtom } from './plan/confirm-swap.ts'
import { displayedPlanAtom, planAtom } from './plan/plan-atoms.ts'
import { freshQuoteAtom, refetchQuoteAtom } from './refresh-quote.ts'
import { problemsAtom } from './swap-form.ts'
import { isPriceOldAtom, orderTextsAtom } from './swap-texts.ts'
import { countOf, filled, never, opened, reviewing, stateOf, untilSo } from './testing/open-swap.ts'
import { usdcKey } from './testing/swap-world.ts'

type Fault = readonly [name: string, answer: () => Answer | Promise<Answer>]
const faults: readonly Fault[] = [
  ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '60' } })],
  ['500', () => ({ status: 500 })],
  ['no answer', never],
  ['another shape', () => ({ body: { allowance: 'none', tx: [], quotes: 5, standard: {} } })],
  ['an empty object', () => ({ body: {} })],
  ['null', () => ({ body: null })],
]
const building = ['allowance', 'build-approve', 'build-transaction'] as const
const table = building.flatMap((endpoint) =>
  faults.map(([name, answer]) => [endpoint, name, answer] as const),
)

/** An injected fault of one endpoint that can be removed. */
function breaking(endpoint: string, answer: Fault[1]) {
  const state = { isBroken: false }
  const fault = () => (state.isBroken ? answer() : undefined)
  return { state, service: { faults: { [`/v1/convert/${endpoint}`]: fault } } }
}

describe('faults while a swap is prepared', () => {
  it.each(table)(
    '%s, %s › review shows an error, no prompt, the next attempt succeeds',
    async (endpoint, _name, answer) => {
      const { state, service } = breaking(endpoint, answer)
      state.isBroken = true
      const world = opened(service)
      await filled(world, '100', usdcKey, nativeKey)
      world.store.set(reviewAtom)
      await untilSo(world, () => expect(world.store.get(displayedPlanAtom).error).toBeDefined(), 500)
      await world.store.set(confirmSwapAtom)
      expect([world.store.get(journalAtom), world.store.get(toastAtom).open]).toEqual([[], false])
      state.isBroken = false
      void world.store.set(refetchQuoteAtom)
      await untilSo(world, () => expect(world.store.get(planAtom).is).toBe('ready'))
      expect(world.store.get(displayedPlanAtom).error).toBeUndefined()
    },
  )

  it.each(faults)('gas price fails: %s › form works without it, no toast', async (_name, answer) => {
    const world = await filled(opened({ gasPrice: answer }))
    await untilSo(world, () => expect(world.store.get(problemsAtom)).toEqual([]), 500)
    expect(world.store.get(toastAtom).open).toBe(false)
  })
})

describe('price that cannot be refreshed', () => {
  const renewing = async (answer: Fault[1]) => {
    const { state, service } = breaking('quotes', answer)
    const send = vi.fn(never)
    const world = opened(service, { send })
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    onTestFinished(world.store.sub(isPriceOldAtom, () => undefined))
    await reviewing(world)
    state.isBroken = true
    return { world, send, state }
  }

  it.each(faults)(
    '%s › keeps and marks the old amounts, and does not swap by them',
    async (_name, answer) => {
      const { world, send, state } = await renewing(answer)
      await untilSo(world, () => expect(world.store.get(isPriceOldAtom)).toBe(true), 500)
      expect(world.store.get(orderTextsAtom)?.gets).toBe('299.1 USDC')
      const end = world.store.set(confirmSwapAtom)
      await untilSo(world, () => expect(stateOf(world)).toEqual({ is: 'reviewing', note: 'no-price' }), 500)
      await end
      expect([send.mock.calls.length, world.store.get(toastAtom).open]).toEqual([0, false])
      state.isBroken = false
      void world.store.set(refetchQuoteAtom)
      await untilSo(world, () => expect(world.store.get(isPriceOldAtom)).toBe(false), 500)
    },
  )

  it('service sends Retry-After of a minute › makes no request meanwhile', async () => {
    const { world } = await renewing(() => ({ status: 429, headers: { 'retry-after': '60' } }))
    await untilSo(world, () => expect(world.store.get(isPriceOldAtom)).toBe(true), 500)
    const before = countOf(world, '/v1/convert/quotes')
    await world.clock.advance(40_000)
    expect(countOf(world, '/v1/convert/quotes')).toBe(before)
    await world.clock.advance(30_000)
    await untilSo(world, () => expect(countOf(world, '/v1/convert/quotes')).toBeGreaterThan(before))
  })

  it('no price at all › requests once, and again only on the user’s retry', async () => {
    const world = opened({ quotes: () => ({ status: 500 }) })
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    world.store.set(draftAtom, { to: usdcKey, amount: { is: 'typed', text: '0.1' } })
    await untilSo(world, () => expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'no-quote' }), 500)
    const before = countOf(world, '/v1/convert/quotes')
    await world.clock.advance(60_000)
    expect(countOf(world, '/v1/convert/quotes')).toBe(before)
  })
})

describe('plan that is refreshed', () => {
  it('new plan loads › previous fee stays', async () => {
    let isSlow = false
    const world = opened({ build: () => (isSlow ? never() : undefined) })
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    onTestFinished(world.store.sub(displayedPlanAtom, () => undefined))
    await reviewing(world)
    await world.clock.advance(1_000)
    isSlow = true
    await untilSo(world, () => expect(world.store.get(planAtom).is).toBe('loading'), 500)
    expect(world.store.get(displayedPlanAtom).plan?.maxFee).toBe(1_800_000_000_000_000n)
  })

  it('plan failed, next one loads › error and earlier fee stay', async () => {
    let answer: Fault[1] | undefined
    const world = opened({ build: () => answer?.() })
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    onTestFinished(world.store.sub(displayedPlanAtom, () => undefined))
    await reviewing(world)
    await world.clock.advance(1_000)
    answer = () => ({ status: 400, body: { reasons: [{ description: 'The swap would fail' }] } })
    await untilSo(world, () => expect(world.store.get(planAtom).is).toBe('failed'), 500)
    await world.clock.advance(1_000)
    answer = never
    await untilSo(world, () => expect(world.store.get(planAtom).is).toBe('loading'), 500)
    const { plan, error } = world.store.get(displayedPlanAtom)
    expect([plan?.maxFee, error?.message]).toEqual([1_800_000_000_000_000n, 'The swap would fail'])
  })
})
