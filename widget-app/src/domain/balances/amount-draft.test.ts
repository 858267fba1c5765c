import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Asset, FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { type AmountDraft, maxAmount, type ParsedAmountDraft, parseAmountDraft } from './amount-draft.ts'

const chain = parseChainId('eip155:1')
const ether: Asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const usdc: Asset = { chain, address: '0xa0b8', symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const fee: FeeEstimate = {
  gas: 1n,
  maxFeePerGas: 120n,
  maxPriorityFeePerGas: 1n,
  expectedFee: 100n,
  maxFee: 120n,
}
/** A token that shares its balance with the native currency. */
const celo: Asset = { ...usdc, address: '0x471e', symbol: 'CELO', decimals: 18 }
const twinFee: FeeEstimate = { ...fee, spendsNative: true }

describe('maxAmount', () => {
  it.each<[string, Parameters<typeof maxAmount>[0], bigint | undefined]>([
    ['native leaves the highest fee', { asset: ether, balance: 1_000n, fee }, 880n],
    ['native just above the fee', { asset: ether, balance: 121n, fee }, 1n],
    ['native that equals the fee', { asset: ether, balance: 120n, fee }, 0n],
    ['native below the fee is never negative', { asset: ether, balance: 50n, fee }, 0n],
    ['native waits for the fee', { asset: ether, balance: 1_000n, fee: undefined }, undefined],
    ['an empty native account waits for nothing', { asset: ether, balance: 0n, fee: undefined }, 0n],
    ['a token is sent whole', { asset: usdc, balance: 1_000n, fee }, 1_000n],
    ['a token needs no fee of its own', { asset: usdc, balance: 1_000n, fee: undefined }, 1_000n],
    [
      'a token with the native balance leaves twice the fee',
      { asset: celo, balance: 1_000n, fee: twinFee },
      760n,
    ],
    ['a token with the native balance below that', { asset: celo, balance: 240n, fee: twinFee }, 0n],
    ['balance unknown', { asset: usdc, balance: undefined, fee }, undefined],
  ])('maximum › %s', (_, facts, expected) => {
    expect(maxAmount(facts)).toBe(expected)
  })
})

describe('parseAmountDraft', () => {
  const typed = (text: string): AmountDraft => ({ is: 'typed', text })
  it.each<[string, AmountDraft, Asset, ParsedAmountDraft]>([
    ['nothing', typed(' '), usdc, { is: 'empty' }],
    ['a decimal point', typed('1.5'), usdc, { is: 'amount', value: 1_500_000n }],
    ['a decimal comma', typed('1,5'), usdc, { is: 'amount', value: 1_500_000n }],
    ['thousands or decimals', typed('1,234'), usdc, { is: 'wrong', why: 'ambiguous' }],
    ['zero', typed('0.0'), usdc, { is: 'wrong', why: 'zero' }],
    ['too fine', typed('1.1234567'), usdc, { is: 'wrong', why: 'too-many-decimals' }],
    ['a sign', typed('-1'), usdc, { is: 'wrong', why: 'sign' }],
    ['Max of a token', { is: 'max' }, usdc, { is: 'amount', value: 500n }],
    ['Max of native', { is: 'max' }, ether, { is: 'amount', value: 380n }],
  ])('draft › %s', (_, draft, asset, expected) => {
    expect(parseAmountDraft(draft, { asset, balance: 500n, fee, locale: 'en' })).toEqual(expected)
  })

  it('Max › follows balance and fee, and reports when nothing is left', () => {
    const max: AmountDraft = { is: 'max' }
    expect(parseAmountDraft(max, { asset: ether, balance: 500n, fee: undefined, locale: 'en' })).toEqual({
      is: 'pending',
    })
    expect(parseAmountDraft(max, { asset: ether, balance: 100n, fee, locale: 'en' })).toEqual({
      is: 'none-left',
    })
  })
})
