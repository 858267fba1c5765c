import { describe, expect, it, onTestFinished } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import { nativeKey } from '../draft.ts'
import { countOf, fillForm, never, openForm, waitUntil } from '../testing/open-swap.ts'
import { connection, usdcKey } from '../testing/swap-world.ts'
import { reviewAtom, selectMaxAtom } from './actions.ts'
import { confirmSwapAtom } from './confirm-swap.ts'
import { draftAtom, slippageInputAtom } from './draft.ts'
import { problemsAtom } from './form.ts'
import { planAtom } from './plan.ts'
import { amountAtom, displayedQuoteAtom, quoteAtom } from './quote.ts'
import { freshQuoteAtom } from './refresh-quote.ts'
import { swapParametersAtom } from './swap-parameters.ts'
import { parameterTextsAtom } from './texts.ts'
import { swapTokensAtom } from './tokens.ts'

describe('form', () => {
  it('changes › one quote request after 200 ms, none for intermediate amounts', async () => {
    const world = openForm()
    await fillForm(world)
    const before = countOf(world, '/v1/convert/quotes')
    for (const text of ['0.2', '0.25', '0.251']) {
      world.store.set(draftAtom, { amount: { is: 'typed', text } })
      await world.clock.advance(150)
    }
    await waitUntil(world, () =>
      expect(world.store.get(displayedQuoteAtom)?.fromAmount).toBe(251n * 10n ** 15n),
    )
    expect(countOf(world, '/v1/convert/quotes') - before).toBe(1)
  })

  it('new amount is quoted › the old quote is neither shown nor reviewed', async () => {
    const world = await fillForm(openForm())
    expect(world.store.get(parameterTextsAtom)?.buys).toBe('299.1 USDC')
    world.store.set(draftAtom, { amount: { is: 'typed', text: '0.2' } })
    expect([world.store.get(swapParametersAtom), world.store.get(parameterTextsAtom)]).toEqual([
      undefined,
      undefined,
    ])
    world.store.set(reviewAtom)
    expect(world.store.get(viewStackAtom).at(-1)).toEqual({ name: 'Swap' })
  })

  it('quote 10 s old › is refetched, not before', async () => {
    const world = openForm()
    onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
    await fillForm(world)
    const before = countOf(world, '/v1/convert/quotes')
    await world.clock.advance(9_000)
    expect(countOf(world, '/v1/convert/quotes')).toBe(before)
    await world.clock.advance(1_500)
    await waitUntil(world, () => expect(countOf(world, '/v1/convert/quotes')).toBe(before + 1))
  })

  it('Max › native currency reserves the fee, a token does not', async () => {
    const world = await fillForm(openForm())
    world.store.set(selectMaxAtom)
    const reserved = 10n * 10n ** 9n * 150_000n * 12n
    expect(world.store.get(amountAtom)).toEqual({
      is: 'amount',
      value: 1_239_987_000_000_000_000n - reserved / 10n,
    })
    world.store.set(draftAtom, { from: usdcKey, to: nativeKey })
    expect(world.store.get(amountAtom)).toEqual({ is: 'amount', value: 1_523_599_000n })
  })

  it('token with the native balance › Max › reserves the fee', async () => {
    const world = await fillForm(openForm({ ether: '0.000000001523599' }))
    world.store.set(draftAtom, { from: usdcKey, to: nativeKey, amount: { is: 'max' } })
    expect(world.store.get(amountAtom)).toEqual({ is: 'none-left' })
  })

  it('slippage › stays as typed whatever else changes', async () => {
    const world = await fillForm(openForm())
    world.store.set(slippageInputAtom, '0.5')
    expect(world.store.get(swapParametersAtom)?.minimum).toBe((299_100_000n * 9_950n) / 10_000n)
    world.store.set(draftAtom, { from: usdcKey, to: nativeKey, amount: { is: 'typed', text: '5' } })
    expect(world.store.get(slippageInputAtom)).toBe('0.5')
  })

  it('chain not listed › ‘Network not supported for Swaps’, no request', async () => {
    // Solana is not listed either, unless the deployment configures it.
    for (const id of ['eip155:5000', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']) {
      const world = openForm({}, {}, {}, { ...connection, chain: parseChainId(id) })
      await world.clock.advance(1_000)
      expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'unsupported-chain' })
      expect(countOf(world, '/v1/convert')).toBe(0)
    }
  })

  it('chain unknown to the services › ‘Network not supported for Gas Price’', async () => {
    const world = openForm({ served: [] })
    await waitUntil(world, () => expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'no-gas-price' }))
  })
})

describe('injected faults', () => {
  const limited = () => ({ status: 429, headers: { 'retry-after': '60' } })
  const faults = [
    ['429 with Retry-After', limited],
    ['500', () => ({ status: 500 })],
    ['no answer', never],
    ['another shape', () => ({ body: { tokens: 'none', quotes: 5, standard: {}, tx: [] } })],
  ] as const
  it.each([...faults, ['empty', () => ({ body: '' })] as const])(
    'tokens fail: %s › form shows it without a toast',
    async (_, tokens) => {
      const world = openForm({ tokens })
      await waitUntil(
        world,
        () => {
          expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'no-tokens' })
        },
        500,
      )
      expect(world.store.get(toastAtom).open).toBe(false)
    },
  )

  it('chain without tokens › none to select, no further request', async () => {
    const world = openForm({ tokens: () => ({ body: { tokens: [] } }) })
    await waitUntil(world, () =>
      expect(world.store.get(swapTokensAtom)).toMatchObject({ is: 'ready', data: [] }),
    )
    expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'no-token' })
    expect(countOf(world, '/v1/convert/quotes')).toBe(0)
  })

  it.each(faults)('quote fails: %s › no price, then one after a retry', async (_, fault) => {
    let isFailing = true
    const validQuote = (amount: bigint, from: string) => ({
      body: {
        quotes: [
          {
            id: null,
            fromAmount: String(amount),
            fromAccount: from,
            toAmount: '5',
            toAccount: `eip155:1:${usdcKey}`,
          },
        ],
      },
    })
    const world = openForm({ quotes: (amount, from) => (isFailing ? fault() : validQuote(amount, from)) })
    world.store.set(draftAtom, { to: usdcKey, amount: { is: 'typed', text: '0.1' } })
    const failed = () => expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'no-quote' })
    await waitUntil(world, failed, 500)
    expect(world.store.get(toastAtom).open).toBe(false)
    isFailing = false
    void world.store.set(quoteAtom)
    await waitUntil(world, () => expect(world.store.get(swapParametersAtom)?.quote.toAmount).toBe(5n))
  })

  it('failure naming liquidity, or no quote › ‘Insufficient liquidity’', async () => {
    const noLiquidity = {
      status: 400,
      body: { reasons: [{ description: 'insufficient liquidity for pair' }] },
    }
    for (const answer of [noLiquidity, { body: { quotes: [] } }]) {
      const world = await fillForm(openForm({ quotes: () => answer }))
      expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'insufficient-liquidity' })
    }
  })

  it.each(faults)('building fails: %s › no prompt, review shows it', async (_, build) => {
    const world = openForm({ build })
    await fillForm(world)
    world.store.set(reviewAtom)
    await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('failed'), 500)
    await world.store.set(confirmSwapAtom)
    expect(world.store.get(journalAtom)).toEqual([])
  })
})
