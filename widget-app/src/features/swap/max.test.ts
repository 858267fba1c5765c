import { describe, expect, it, onTestFinished } from 'vitest'
import { toastAtom } from '#widget/core/notices.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import { reviewAtom, selectMaxAtom } from './atoms/actions.ts'
import { isFormWaitingAtom, problemsAtom, reviewProblemsAtom } from './atoms/form.ts'
import { planAtom } from './atoms/plan.ts'
import { amountAtom, quoteAtom } from './atoms/quote.ts'
import { freshQuoteAtom, refetchQuoteAtom } from './atoms/refresh-quote.ts'
import { countOf, fillForm, never, openForm, waitUntil } from './testing/open-swap.ts'
import { fee, type Service } from './testing/swap-world.ts'

const balance = 1_239_987_000_000_000_000n

/** A form with a refreshed quote and Max of ether in it. */
async function withMax(service: Service, feeOf = () => fee.maxFee) {
  const world = openForm(service, { estimate: async () => ({ ...fee, maxFee: feeOf() }) })
  onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
  await fillForm(world)
  world.store.set(selectMaxAtom)
  return world
}

const reservedBy = ({ store }: ReturnType<typeof openForm>): bigint | undefined => {
  const amount = store.get(amountAtom)
  return amount.is === 'amount' ? balance - amount.value : undefined
}

const gwei = (price: number): TestResponse => {
  const wei = `${price}000000000`
  return { body: { standard: wei, fast: wei, instant: wei } }
}
/** 150,000 gas and a fifth more. */
const roughFee = (price: bigint) => price * 10n ** 9n * 180_000n

describe('Max of the native currency', () => {
  it('swap that opens accounts › reserves two deposits in addition to the fee', async () => {
    const swapDeposit = 10n ** 15n
    const world = await fillForm(openForm({}, { swapDeposit }))
    world.store.set(selectMaxAtom)
    expect(reservedBy(world)).toBe(roughFee(10n) + 2n * swapDeposit)
  })

  it('actual fee › is reserved afterwards; no amount changes in the review', async () => {
    const actualFee = 10n ** 16n
    let currentFee = 10n ** 15n
    const world = await withMax({}, () => currentFee)
    const { store } = world
    const reviewed = async () => {
      await waitUntil(world, () => expect(store.get(quoteAtom).is).toBe('ready'))
      expect(store.get(problemsAtom)).toEqual([])
      store.set(reviewAtom)
      expect(store.get(currentViewAtom).name).toBe('SwapPreview')
      await waitUntil(world, () => expect(store.get(planAtom).is).toBe('ready'))
    }
    expect(reservedBy(world)).toBe(roughFee(10n))
    await reviewed()
    currentFee = actualFee
    void store.set(refetchQuoteAtom)
    await waitUntil(world, () => expect(store.get(reviewProblemsAtom)[0]?.is).toBe('insufficient-gas'))
    await world.clock.advance(2_000)
    expect(reservedBy(world)).toBe(roughFee(10n))
    store.set(viewStackAtom, { to: 'back' })
    await world.clock.advance(1_000)
    // With a reserve for a rising fee.
    expect(reservedBy(world)).toBe((actualFee * 12n) / 10n)
    await reviewed()
    expect(store.get(reviewProblemsAtom)).toEqual([])
  })

  it('gas price › refetched with the quote, but not under the review', async () => {
    let price = 10
    const world = await withMax({ gasPrice: () => gwei(price) })
    await waitUntil(world, () => expect(reservedBy(world)).toBe(roughFee(10n)))
    price = 20
    await waitUntil(world, () => expect(reservedBy(world)).toBe(roughFee(20n)), 500)
    await waitUntil(world, () => expect(world.store.get(quoteAtom).is).toBe('ready'))
    world.store.set(reviewAtom)
    const gasPriceRequests = () => countOf(world, '/v1/convert/gas-price')
    const before = [gasPriceRequests(), countOf(world, '/v1/convert/quotes')] as const
    price = 30
    await waitUntil(world, () => expect(countOf(world, '/v1/convert/quotes')).toBeGreaterThan(before[1]), 500)
    expect([gasPriceRequests(), reservedBy(world)]).toEqual([before[0], roughFee(20n)])
  })

  it.each([
    ['500', () => ({ status: 500 })],
    ['no answer', never],
    ['another shape', () => ({ body: { standard: {} } })],
  ] as const)('gas price fails: %s › is reported, and Try again resolves it', async (_, fault) => {
    let isFailing = true
    const world = await withMax({ gasPrice: () => (isFailing ? fault() : gwei(10)) })
    const { store } = world
    await waitUntil(world, () => expect(store.get(problemsAtom)[0]).toEqual({ is: 'no-fee' }), 500)
    expect([store.get(isFormWaitingAtom), store.get(toastAtom).open]).toEqual([false, false])
    isFailing = false
    void store.set(refetchQuoteAtom)
    await waitUntil(world, () => expect(reservedBy(world)).toBe(roughFee(10n)))
    await waitUntil(world, () => expect(store.get(problemsAtom)).toEqual([]))
  })
})
