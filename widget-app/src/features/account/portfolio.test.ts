import { describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { AssetBalance } from '#widget/domain/balances/balances.ts'
import { createPortfolio } from './portfolio.ts'

const chain = parseChainId('eip155:1')
const testBalance = (
  over: Partial<AssetBalance['asset']>,
  rest: Partial<AssetBalance> = {},
): AssetBalance => ({
  asset: { chain, address: '0xabc', symbol: 'BARN', name: 'Barn', decimals: 6, ...over },
  value: 1_000_000n,
  price: undefined,
  iconUrl: undefined,
  source: 'api',
  ...rest,
})
const native = testBalance({ address: undefined, symbol: 'ETH', name: 'Ether' }, { price: '2000' })
const dollars = testBalance({ address: '0xusdc', symbol: 'USDC', name: 'USD Coin' }, { price: '1' })

describe('createPortfolio', () => {
  test('native first, then by fiat value, unpriced last; no spam, no zero balances', () => {
    const cheap = testBalance({ address: '0x1', symbol: 'CHEAP' }, { price: '0.5' })
    const unknown = testBalance({ address: '0x2' })
    const spamToken = testBalance({ address: '0x3', name: 'gift.com' })
    const empty = testBalance({ address: '0x4', symbol: 'NONE' }, { value: 0n, price: '9' })
    const { shown, hidden, total } = createPortfolio(
      [unknown, cheap, empty, spamToken, dollars, native],
      'usd',
    )
    expect(shown).toEqual([native, dollars, cheap, unknown])
    expect(hidden).toEqual([spamToken])
    expect(total).toEqual({ minor: 200_150n, isSomething: true, unpriced: 1 })
  })

  test('partly locked native amount › counts all of it and keeps the available part', () => {
    const staked = { ...native, value: 1n, total: 10n ** 6n }
    const { shown, total } = createPortfolio([staked], 'usd')
    expect(shown).toEqual([{ ...native, value: 10n ** 6n, available: 1n }])
    expect(total.minor).toBe(200_000n)
    expect(createPortfolio([{ ...native, total: native.value }], 'usd').shown).toEqual([native])
  })

  test('no prices › no total', () => {
    expect(createPortfolio([testBalance({})], 'usd').total).toEqual({
      minor: undefined,
      isSomething: false,
      unpriced: 1,
    })
  })
})
