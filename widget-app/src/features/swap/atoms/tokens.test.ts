import { expect, it, onTestFinished, vi } from 'vitest'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { nativeKey } from '../draft.ts'
import { fillForm, openForm, openReview, stateOf, waitUntil } from '../testing/open-swap.ts'
import { ethereum, fee, swapper, tokens, transactionOf, usdcAddress, usdcKey } from '../testing/swap-world.ts'
import { flipAtom, reviewAtom } from './actions.ts'
import { confirmSwapAtom } from './confirm-swap.ts'
import { draftAtom, resetFormAtom, slippageInputAtom } from './draft.ts'
import { problemsAtom } from './form.ts'
import { planAtom } from './plan.ts'
import { amountAtom, displayedQuoteAtom, quoteAtom } from './quote.ts'
import { priceImpactLossAtom } from './swap-parameters.ts'
import { feeTextsAtom, secondsRemainingAtom } from './texts.ts'
import { fromTokenAtom } from './tokens.ts'

const dollar = { chain: ethereum, address: usdcAddress, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const noBalances = { [`/v1/account/${swapper}/balance`]: () => ({ status: 500 }) }
const onChain =
  (value: bigint, decimals = 6): NonNullable<ChainAdapter['tokenBalances']> =>
  async (_account, _network, addresses) =>
    addresses.includes(usdcAddress) ? [{ asset: { ...dollar, decimals }, value }] : []

it('balance missing in lists › is read from the chain', async () => {
  const script = { nativeBalance: async () => 10n ** 18n, tokenBalances: onChain(50_000_000n) }
  const world = await fillForm(openForm({ faults: noBalances }, {}, script), '100', usdcKey, nativeKey)
  await waitUntil(world, () => expect(world.store.get(fromTokenAtom)?.value).toBe(50_000_000n))
  expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'insufficient-balance', symbol: 'USDC' })
})

it('balance unreadable › labels the button', async () => {
  const tokenBalances = () => Promise.reject(new Error('No node'))
  const script = { nativeBalance: async () => 10n ** 18n, tokenBalances }
  const world = await fillForm(openForm({ faults: noBalances }, {}, script), '100', usdcKey, nativeKey)
  await waitUntil(world, () =>
    expect(world.store.get(problemsAtom)[0]).toEqual({ is: 'no-balance', symbol: 'USDC' }),
  )
})

it('decimals of the service differ › uses those of the chain', async () => {
  const wrong = tokens.map((token) => (token.symbol === 'USDC' ? { ...token, decimals: 8 } : token))
  const service = { tokens: () => ({ body: { tokens: wrong } }) }
  const world = await fillForm(
    openForm(service, {}, { tokenBalances: onChain(1n) }),
    '100',
    usdcKey,
    nativeKey,
  )
  await waitUntil(world, () => expect(world.store.get(fromTokenAtom)?.asset.decimals).toBe(6))
  expect(world.store.get(amountAtom)).toEqual({ is: 'amount', value: 100_000_000n })
})

it('token with displayed amounts › listed by a service › uses the chain’s values', async () => {
  const displayed = 2_500_000_000n
  const tokenBalances: ChainAdapter['tokenBalances'] = async () => [
    { asset: { ...dollar, displayed }, value: 1_000_000n },
  ]
  const world = await fillForm(openForm({}, {}, { tokenBalances }), '1', usdcKey, nativeKey)
  await waitUntil(world, () =>
    expect(world.store.get(fromTokenAtom)).toMatchObject({ asset: { displayed }, value: 1_000_000n }),
  )
  expect(world.store.get(amountAtom)).toEqual({ is: 'amount', value: 400_000n })
})

it('token name with bidi or hidden characters › is sanitized', async () => {
  const odd = tokens.map((token) =>
    token.symbol === 'USDC' ? { ...token, symbol: 'U\u202eSD\u200bC' } : token,
  )
  const world = await fillForm(
    openForm({ tokens: () => ({ body: { tokens: odd } }) }),
    '1',
    usdcKey,
    nativeKey,
  )
  expect(world.store.get(fromTokenAtom)?.asset.symbol).toBe('USDC')
})

it('unknown price › requires acceptance, for this swap alone', async () => {
  const send = vi.fn(async () => transactionOf('0x01'))
  const unpriced = { '/v1/fungible/price': () => ({ body: { fungibles: [] } }) }
  const tokensOnly = { '/v1/fungible/price': unpriced['/v1/fungible/price'], ...noBalances }
  const script = { nativeBalance: async () => 10n ** 18n, tokenBalances: onChain(0n) }
  const world = await openReview(openForm({ faults: tokensOnly }, { send }, script))
  await waitUntil(world, () => expect(world.store.get(priceImpactLossAtom)).toBe('untold'))
  await world.store.set(confirmSwapAtom)
  expect(send).not.toHaveBeenCalled()
  world.store.set(priceImpactLossAtom, true)
  expect(world.store.get(priceImpactLossAtom)).toBe('accepted')
  await world.store.set(confirmSwapAtom)
  expect(send).toHaveBeenCalledTimes(1)
  expect(stateOf(world).is).toBe('submitted')
})

it('flip › quoted amount becomes the amount to sell', async () => {
  const world = await fillForm(openForm())
  expect(world.store.get(displayedQuoteAtom)?.toAmount).toBe(299_100_000n)
  world.store.set(flipAtom)
  expect(world.store.get(draftAtom)).toEqual({
    ...{ from: usdcKey, to: nativeKey },
    amount: { is: 'typed', text: '299.1' },
  })
  await waitUntil(world, () => expect(world.store.get(displayedQuoteAtom)?.fromAmount).toBe(299_100_000n))
})

it('seconds to the next quote › count from ten to zero, then from ten again', async () => {
  const world = await fillForm(openForm())
  onTestFinished(world.store.sub(secondsRemainingAtom, () => undefined))
  expect(world.store.get(secondsRemainingAtom)).toBe(10)
  await world.clock.advance(4_000)
  expect(world.store.get(secondsRemainingAtom)).toBe(6)
  await world.clock.advance(7_000)
  expect(world.store.get(secondsRemainingAtom)).toBe(0)
  void world.store.set(quoteAtom)
  await waitUntil(world, () => expect(world.store.get(secondsRemainingAtom)).toBe(10))
})

it('gas price known › is sent with the quote request', async () => {
  const world = await fillForm(openForm())
  void world.store.set(quoteAtom)
  await waitUntil(world, () =>
    expect(world.urls.some((url) => url.includes('gasPrice=10000000000'))).toBe(true),
  )
})

it('form unmounts › next swap begins with a slippage of 1', async () => {
  const world = await fillForm(openForm())
  world.store.set(slippageInputAtom, '25')
  world.store.set(viewStackAtom, { to: 'back' })
  world.store.set(resetFormAtom)
  expect(world.store.get(slippageInputAtom)).toBe('1')
})

it.each([
  ['less than a cent', 10n ** 12n, '<$0.01'],
  ['some dollars', 10n ** 15n, '$3.00'],
])('network fee of %s › is written as that, never as zero', async (_, expectedFee, fiatValue) => {
  const deposit = { ...fee, expectedFee, maxFee: expectedFee, accountDeposit: 10n ** 12n }
  const world = await fillForm(openForm({}, { estimate: async () => deposit }))
  world.store.set(reviewAtom)
  await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('ready'))
  expect(world.store.get(feeTextsAtom)).toMatchObject({ fiatValue, deposit: '0.000001 ETH' })
})
