import { fromDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { parseAmount } from '#shared/amount/parse-amount.ts'
import type { Asset, FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { type AmountFieldProblem, amountFieldProblem } from './amount-field-problem.ts'

/**
 * Content of the amount field: text as typed; Max, which follows balance and fee; or the base units of a payment link, exact
 * and never formatted with decimals.
 */
export type AmountDraft =
  | { readonly is: 'typed'; readonly text: string }
  | { readonly is: 'max' }
  | { readonly is: 'exact'; readonly value: bigint }

/**
 * The amount in base units, or why there is none. `pending`: Max waits for the balance or the fee. `none-left`: Max of an
 * empty balance, or of one that does not exceed the fee.
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
  /** The fee is paid in the native currency, so only Max of an asset that spends it reserves the fee. */
  readonly fee: Pick<FeeEstimate, 'maxFee' | 'spendsNative'> | undefined
  /** BCP 47. */
  readonly locale: string
}

/** Whether sending an asset reduces what pays the fee: the native currency, and a token that shares its balance. */
export const spendsNative = ({ asset, fee }: Pick<AmountFacts, 'asset' | 'fee'>): boolean =>
  asset.address === undefined || fee?.spendsNative === true

/**
 * The largest amount that can be sent, in base units. A token: the whole balance. The native currency: the balance minus the
 * maximum fee. A token that shares its balance: minus twice that fee, because the fee is estimated again for the amount,
 * possibly at higher prices. Undefined while balance or fee are unknown, zero when the fee takes everything.
 */
export function maxAmount({ asset, balance, fee }: Omit<AmountFacts, 'locale'>): bigint | undefined {
  if (balance === undefined) return undefined
  if (!spendsNative({ asset, fee }) || balance === 0n) return balance
  if (fee === undefined) return undefined
  const reserve = asset.address === undefined ? fee.maxFee : 2n * fee.maxFee
  return balance > reserve ? balance - reserve : 0n
}

/** Parses the amount field for an asset; typed amounts are in the units that the chain displays. */
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
  const value = fromDisplayedAmount(parsed.value, facts.asset)
  return value === 0n ? { is: 'wrong', why: 'zero' } : { is: 'amount', value }
}
