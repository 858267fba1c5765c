import { unitsOfShown } from '#shared/amount/displayed-amount.ts'
import { parseAmount } from '#shared/amount/parse-amount.ts'
import type { Asset, FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { type AmountFieldProblem, amountFieldProblem } from './amount-field-problem.ts'

/**
 * What the amount field holds: text as typed; Max, whose value follows balance and fee; or base units of a payment link,
 * which no rewriting in some number of decimals may change.
 */
export type AmountDraft =
  | { readonly is: 'typed'; readonly text: string }
  | { readonly is: 'max' }
  | { readonly is: 'exact'; readonly value: bigint }

/**
 * The amount in base units, or why there is none. `pending`: Max waits for the balance or the fee. `none-left`: Max of
 * an empty balance, or of one which the fee eats up.
 */
export type ParsedAmountDraft =
  | { readonly is: 'empty' }
  | { readonly is: 'pending' }
  | { readonly is: 'none-left' }
  | { readonly is: 'amount'; readonly value: bigint }
  | AmountFieldProblem

export type AmountFacts = {
  readonly asset: Asset
  readonly balance: bigint | undefined
  /** The fee is paid in the native coin, so only Max of what spends that has to leave room for it. */
  readonly fee: Pick<FeeEstimate, 'maxFee' | 'spendsNative'> | undefined
  /** BCP 47. */
  readonly locale: string
}

/** Whether what is sent of an asset no longer pays the fee: the native coin, and a token with the same balances. */
export const spendsNative = ({ asset, fee }: Pick<AmountFacts, 'asset' | 'fee'>): boolean =>
  asset.address === undefined || fee?.spendsNative === true

/**
 * The most that can be sent in base units: a token's whole balance; of the native coin what the highest fee leaves, and of a
 * token with the same balances twice as much, since its fee is estimated again for the amount, when prices may be higher.
 * Undefined while balance or fee are unknown, zero when the fee takes everything.
 */
export function maxAmount({ asset, balance, fee }: Omit<AmountFacts, 'locale'>): bigint | undefined {
  if (balance === undefined) return undefined
  if (!spendsNative({ asset, fee }) || balance === 0n) return balance
  if (fee === undefined) return undefined
  const left = asset.address === undefined ? fee.maxFee : 2n * fee.maxFee
  return balance > left ? balance - left : 0n
}

/** Reads the amount field for an asset: what is typed is what the chain displays of it. */
export function parseAmountDraft(draft: AmountDraft, facts: AmountFacts): ParsedAmountDraft {
  if (draft.is === 'max') {
    const value = maxAmount(facts)
    if (value === undefined) return { is: 'pending' }
    return value === 0n ? { is: 'none-left' } : { is: 'amount', value }
  }
  if (draft.is === 'exact')
    return draft.value === 0n ? { is: 'wrong', why: 'zero' } : { is: 'amount', value: draft.value }
  const { decimals, symbol } = facts.asset
  const parsed = parseAmount(draft.text, { decimals, locale: facts.locale, units: [symbol] })
  if (parsed.is === 'problem')
    return parsed.problem === 'empty' ? { is: 'empty' } : amountFieldProblem(parsed)
  const value = unitsOfShown(parsed.value, facts.asset)
  return value === 0n ? { is: 'wrong', why: 'zero' } : { is: 'amount', value }
}
