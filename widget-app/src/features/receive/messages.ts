import type { Asset } from '#widget/chains/chain-adapter.ts'
import { wrongAmountText } from '#widget/domain/balances/amount-field-problem.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { WantedAmount } from './requested-amount.ts'

/** What is wrong with the amount, under its field. */
export function amountNote(wanted: WantedAmount, asset: Asset, t: Translate): string | undefined {
  return wanted.is === 'wrong' ? wrongAmountText(wanted, asset, t) : undefined
}
