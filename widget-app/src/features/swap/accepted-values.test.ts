import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { confirmSwapAtom } from './atoms/confirm-swap.ts'
import { planAtom } from './atoms/plan.ts'
import { freshQuoteAtom, refetchQuoteAtom } from './atoms/refresh-quote.ts'
import { priceImpactLossAtom, swapParametersAtom } from './atoms/swap-parameters.ts'
import { openForm, openReview, stateOf, waitUntil } from './testing/open-swap.ts'
import { type Service, transactionOf, usdcKey } from './testing/swap-world.ts'

/** A review whose quote can change; a tenth of an ether has a fiat value of 300 dollars. */
async function openQuotedReview(dollars: bigint) {
  let quotedDollars = dollars
  const quotes: Service['quotes'] = (amount, from) => ({
    body: {
      quotes: [
        {
          ...{ id: null, fromAmount: String(amount), fromAccount: from },
          ...{ toAmount: String(quotedDollars * 1_000_000n), toAccount: `eip155:1:${usdcKey}` },
        },
      ],
    },
  })
  const send = vi.fn(async () => transactionOf('0x01'))
  const world = openForm({ quotes }, { send })
  onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
  await openReview(world)
  /** Refetches the quote, and waits for its plan. */
  const refreshQuote = async (next: bigint) => {
    quotedDollars = next
    const before = world.clock.now()
    void world.store.set(refetchQuoteAtom)
    await waitUntil(
      world,
      () => {
        const order = world.store.get(swapParametersAtom)
        expect(order?.quote.toAmount).toBe(next * 1_000_000n)
        expect(order?.quote.at).toBeGreaterThan(before)
        expect(world.store.get(planAtom).is).toBe('ready')
      },
      5,
    )
  }
  return { world, send, renew: refreshQuote }
}

describe('accepted price impact', () => {
  it('quote with a larger loss › requires acceptance again', async () => {
    const { world, send, renew: refreshQuote } = await openQuotedReview(282n)
    expect(world.store.get(priceImpactLossAtom)).toBe('large')
    world.store.set(priceImpactLossAtom, true)
    expect(world.store.get(priceImpactLossAtom)).toBe('accepted')
    await refreshQuote(120n)
    expect(world.store.get(priceImpactLossAtom)).toBe('large')
    await world.clock.advance(1_500)
    await world.store.set(confirmSwapAtom)
    expect(send).not.toHaveBeenCalled()
    world.store.set(priceImpactLossAtom, true)
    expect(world.store.get(priceImpactLossAtom)).toBe('accepted')
  })

  it('loss smaller or up to a point larger › stays accepted', async () => {
    const { world, renew: refreshQuote } = await openQuotedReview(282n)
    world.store.set(priceImpactLossAtom, true)
    for (const [dollars, loss] of [
      [284n, 'accepted'],
      [279n, 'accepted'],
      [278n, 'large'],
    ] as const) {
      await refreshQuote(dollars)
      expect(world.store.get(priceImpactLossAtom)).toBe(loss)
    }
  })
})

describe('quote changes shortly before the click', () => {
  it('lower quote › a click within a second does not swap', async () => {
    const { world, send, renew: refreshQuote } = await openQuotedReview(299n)
    await world.clock.advance(1_000)
    await refreshQuote(298n)
    await world.store.set(confirmSwapAtom)
    expect(stateOf(world)).toEqual({ is: 'reviewing', note: 'price-moved' })
    expect(send).not.toHaveBeenCalled()
    await world.clock.advance(1_000)
    await world.store.set(confirmSwapAtom)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('equal or higher quote › swaps at once', async () => {
    for (const next of [298n, 299n]) {
      const { world, send, renew: refreshQuote } = await openQuotedReview(298n)
      await world.clock.advance(1_000)
      await refreshQuote(next)
      await world.store.set(confirmSwapAtom)
      expect(send).toHaveBeenCalledTimes(1)
    }
  })
})
