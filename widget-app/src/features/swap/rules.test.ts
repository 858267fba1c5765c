import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatWhole } from '#shared/amount/format-amount.ts'
import { emptyDraft, flipDraft, nativeKey, selectToken } from './draft.ts'
import type { SwapToken } from './model.ts'
import { nextSwap, type SwapEvent, type SwapState, showsProgress } from './model.ts'
import { impactBasisPoints, rateOf } from './price-impact.ts'
import { problemsOf, type SwapInputs, type SwapProblem } from './problems.ts'
import { minimumReceived, parseSlippage } from './slippage.ts'
import { ethereum, tokens, usdcAddress, usdcKey } from './testing/swap-world.ts'

describe('slippage', () => {
  it.each([
    ['1', 'en', { is: 'fine', basisPoints: 100n, advice: undefined }],
    ['0.5', 'en', { is: 'fine', basisPoints: 50n, advice: undefined }],
    ['0,05', 'de', { is: 'fine', basisPoints: 5n, advice: 'low' }],
    ['50', 'en', { is: 'fine', basisPoints: 5_000n, advice: 'high' }],
    ['50.01', 'en', { is: 'wrong', why: 'too-high' }],
    ['0', 'en', { is: 'wrong', why: 'too-low' }],
    ['0.001', 'en', { is: 'wrong', why: 'invalid' }],
    ['-1', 'en', { is: 'wrong', why: 'invalid' }],
    ['', 'en', { is: 'wrong', why: 'empty' }],
  ] as const)('%j in %s › is parsed', (text, locale, parsed) => {
    expect(parseSlippage(text, locale)).toEqual(parsed)
  })
})

describe('amounts', () => {
  it('minimum › is never above the quote less slippage, to the unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 5_000n }),
        (quoted, basis) => {
          const minimum = minimumReceived(quoted, basis)
          expect(minimum * 10_000n <= quoted * (10_000n - basis)).toBe(true)
          expect((minimum + 1n) * 10_000n > quoted * (10_000n - basis)).toBe(true)
        },
      ),
    )
  })

  it.each([
    ['half is lost', 10n ** 18n, 18, '3000', 1_500_000_000n, 6, '1', 5_000n],
    ['nothing is lost', 10n ** 18n, 18, '3000', 3_000_000_000n, 6, '1', 0n],
    ['a gain', 10n ** 18n, 18, '3000', 3_300_000_000n, 6, '1', -1_000n],
    ['a hundred-thousandth of a cent', 10n ** 11n, 18, '3000', 297n, 6, '1', 100n],
    ['no price', 10n ** 18n, 18, undefined, 1n, 6, '1', undefined],
    ['a price of zero', 10n ** 18n, 18, '3000', 1n, 6, '0', undefined],
  ] as const)(
    'price impact › %s',
    (_, value, decimals, price, received, receivedDecimals, receivedPrice, impact) => {
      const to = { value: received, decimals: receivedDecimals, price: receivedPrice }
      expect(impactBasisPoints({ value, decimals, price }, to)).toBe(impact)
    },
  )

  it('rate › is the amount for one whole unit', () => {
    const dollars = { value: 3_000n * 10n ** 24n, decimals: 24 }
    expect(rateOf({ value: 10n ** 17n, decimals: 18 }, { value: 300_000_000n, decimals: 6 })).toEqual(dollars)
    expect(rateOf({ value: 0n, decimals: 18 }, { value: 1n, decimals: 6 }).value).toBe(0n)
  })

  it('token cheaper than the other’s smallest unit › rate › is not zero', () => {
    const cheap = { value: 1_000_000n * 10n ** 18n, decimals: 18 }
    const rate = rateOf(cheap, { value: 9_876n, decimals: 8 })
    expect(formatWhole(rate.value, rate.decimals, 'en')).toBe('0.00000000009876')
  })
})

describe('draft', () => {
  const both = { ...emptyDraft, to: usdcKey }
  it('same token on both sides › exchanges them', () => {
    expect(selectToken(both, 'from', usdcKey)).toMatchObject({ from: usdcKey, to: nativeKey })
    expect(selectToken(both, 'to', nativeKey)).toMatchObject({ from: usdcKey, to: nativeKey })
    expect(selectToken(emptyDraft, 'to', nativeKey)).toMatchObject({ from: nativeKey, to: nativeKey })
  })
  it('flip › uses the quoted amount', () => {
    expect(flipDraft(both, '299.1')).toEqual({
      from: usdcKey,
      to: nativeKey,
      amount: { is: 'typed', text: '299.1' },
    })
    expect(flipDraft(emptyDraft, '1')).toEqual(emptyDraft)
  })
})

const [ether, dollar] = tokens.map(
  ({ symbol, name, decimals, address }, index): SwapToken => ({
    key: index === 0 ? nativeKey : usdcKey,
    id: address,
    asset: { chain: ethereum, address: index === 0 ? undefined : usdcAddress, symbol, name, decimals },
    value: 10n ** 18n,
    price: undefined,
    iconUrl: undefined,
  }),
)
const complete: SwapInputs = {
  isSwapChain: true,
  hasNoGasPrice: false,
  tokensFailed: false,
  feeFailed: false,
  balanceFailed: false,
  from: ether,
  to: dollar,
  amount: { is: 'amount', value: 10n ** 17n },
  quote: 'ready',
  slippage: { is: 'fine', basisPoints: 100n, advice: undefined },
  native: { symbol: 'ETH', balance: 10n ** 18n },
  maxFee: 10n ** 15n,
}

type Case = [what: string, facts: Partial<SwapInputs>, problem: SwapProblem['is'] | undefined]

it.each<Case>([
  ['nothing', {}, undefined],
  ['a chain out of the list', { isSwapChain: false, quote: 'failed' }, 'unsupported-chain'],
  ['no gas price', { hasNoGasPrice: true }, 'no-gas-price'],
  ['no token to get', { to: undefined }, 'no-token'],
  ['no fee for Max', { feeFailed: true, amount: { is: 'pending' } }, 'no-fee'],
  ['no amount', { amount: { is: 'empty' } }, 'no-amount'],
  ['what nobody can tell of the balance', { balanceFailed: true }, 'no-balance'],
  ['more than there is', { amount: { is: 'amount', value: 2n * 10n ** 18n } }, 'insufficient-balance'],
  ['no pool', { quote: 'no-liquidity' }, 'insufficient-liquidity'],
  ['no room for the fee', { amount: { is: 'amount', value: 10n ** 18n } }, 'insufficient-gas'],
  ['a token without gas', { from: dollar, native: { symbol: 'ETH', balance: 1n } }, 'insufficient-gas'],
  [
    'no room for the fee of a token with the native balance',
    { from: dollar && { ...dollar, value: 10n ** 18n }, amount: { is: 'amount', value: 10n ** 18n } },
    'insufficient-gas',
  ],
  ['Max of dust', { amount: { is: 'none-left' } }, 'insufficient-gas'],
  ['a slippage that is none', { slippage: { is: 'wrong', why: 'invalid' } }, 'slippage'],
  ['no price', { quote: 'failed' }, 'no-quote'],
])('button shows %s', (_, facts, problem) => {
  expect(problemsOf({ ...complete, ...facts })[0]?.is).toBe(problem)
})

describe('nextSwap', () => {
  const reduce = (...events: SwapEvent[]) => events.reduce<SwapState>(nextSwap, { is: 'idle' })
  const confirmed: readonly SwapEvent[] = [{ is: 'reviewed' }, { is: 'confirmed' }]
  const approved: readonly SwapEvent[] = [
    ...confirmed,
    { is: 'asked', step: 'approve', entryId: 'a' },
    { is: 'approval-sent' },
    { is: 'approved' },
  ]
  it('approval, swap, submitted › in sequence', () => {
    expect(reduce(...approved)).toEqual({ is: 'rebuilding', approvalId: 'a' })
    expect(reduce(...approved, { is: 'asked', step: 'swap', entryId: 's' }, { is: 'submitted' })).toEqual({
      is: 'submitted',
      entryId: 's',
      approvalId: 'a',
    })
  })
  it('approval submitted › does not count as the swap', () => {
    const state = reduce(...confirmed, { is: 'asked', step: 'approve', entryId: 'a' }, { is: 'submitted' })
    expect(state).toMatchObject({ is: 'signing', step: 'approve' })
  })
  it('rejection after the approval › keeps its approvalId', () => {
    const failure = { is: 'rejected' } as const
    expect(reduce(...approved, { is: 'stopped', failure })).toEqual({
      is: 'stopped',
      failure,
      approvalId: 'a',
    })
  })
  it('unmount or going back › does not end a swap, nothing is swapped twice', () => {
    const signing = reduce(...confirmed, { is: 'asked', step: 'swap', entryId: 's' })
    expect(nextSwap(signing, { is: 'left' })).toBe(signing)
    expect(nextSwap(signing, { is: 'confirmed' })).toBe(signing)
    const sent = nextSwap(signing, { is: 'submitted' })
    expect(nextSwap(sent, { is: 'reviewed' })).toBe(sent)
    expect(nextSwap(sent, { is: 'confirmed' })).toBe(sent)
    expect(showsProgress(sent)).toBe(true)
    expect(nextSwap(sent, { is: 'left' })).toEqual({ is: 'idle' })
  })
})
