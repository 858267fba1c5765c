import type { Asset } from '#widget/chains/contract.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { WantedAmount } from './wanted.ts'

/** What is wrong with the amount, under its field. */
export function amountNote(
  wanted: WantedAmount,
  { symbol, decimals }: Asset,
  t: Translate,
): string | undefined {
  if (wanted.is !== 'wrong') return undefined
  switch (wanted.why) {
    case 'zero':
      return t('send.problem.zero')
    case 'ambiguous':
      return t('send.problem.amount-ambiguous')
    case 'too-many-decimals':
      return t('send.problem.decimals', { symbol, count: decimals })
    default:
      return t('send.problem.amount-invalid')
  }
}
