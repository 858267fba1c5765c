import { describe, expect, it } from 'vitest'
import type { ParsedAmountDraft } from './amount-draft.ts'
import { exceedsBalance, lacksFee } from './insufficient-funds.ts'

const of = (value: bigint): ParsedAmountDraft => ({ is: 'amount', value })
const noneLeft: ParsedAmountDraft = { is: 'none-left' }

describe('exceedsBalance', () => {
  it.each<[string, Parameters<typeof exceedsBalance>[0], boolean]>([
    ['the whole balance', { amount: of(5n), balance: 5n, isNativeSpent: false }, false],
    ['one unit more', { amount: of(6n), balance: 5n, isNativeSpent: true }, true],
    ['balance unknown', { amount: of(6n), balance: undefined, isNativeSpent: false }, false],
    ['no amount', { amount: { is: 'empty' }, balance: 0n, isNativeSpent: false }, false],
    ['Max of an empty token', { amount: noneLeft, balance: 0n, isNativeSpent: false }, true],
    ['Max of what pays the fee', { amount: noneLeft, balance: 9n, isNativeSpent: true }, false],
  ])('amount over balance › %s', (_, funds, expected) => {
    expect(exceedsBalance(funds)).toBe(expected)
  })
})

describe('lacksFee', () => {
  const funds = { amount: of(5n), isNativeSpent: true, nativeBalance: 125n, maxFee: 120n }

  it.each<[string, Partial<Parameters<typeof lacksFee>[0]>, boolean]>([
    ['fee and amount equal the balance', {}, false],
    ['one unit less', { nativeBalance: 124n }, true],
    ['a token leaves the balance to the fee', { isNativeSpent: false, nativeBalance: 120n }, false],
    ['a token and less than the fee', { isNativeSpent: false, nativeBalance: 119n }, true],
    ['no amount yet, less than the fee', { amount: { is: 'empty' }, nativeBalance: 119n }, true],
    ['Max that the fee takes', { amount: noneLeft, nativeBalance: undefined }, true],
    ['Max of an empty token', { amount: noneLeft, isNativeSpent: false }, false],
    ['balance unknown', { nativeBalance: undefined }, false],
    ['fee unknown', { maxFee: undefined, nativeBalance: 0n }, false],
  ])('fee not covered › %s', (_, change, expected) => {
    expect(lacksFee({ ...funds, ...change })).toBe(expected)
  })
})
