import type { Asset } from '#widget/chains/chain-adapter.ts'
import { amountProblemText } from '#widget/domain/balances/amount-field-problem.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { RequestedAmount } from './requested-amount.ts'

/** The problem of the amount, below its field. */
export function amountProblem(requested: RequestedAmount, asset: Asset, t: Translate): string | undefined {
  return requested.is === 'wrong' ? amountProblemText(requested, asset, t) : undefined
}
