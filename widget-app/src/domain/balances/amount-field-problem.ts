import type { AmountProblem, ParsedAmount } from '#shared/amount/parse-amount.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'

/** Why the text of a field is no amount; `unit` is the other unit as the user typed it. */
export type AmountFieldProblem = {
  readonly is: 'wrong'
  readonly why: AmountProblem | 'zero'
  readonly unit?: string
}

/** Converts a parse problem to the form that fields use. */
export const amountFieldProblem = ({
  problem,
  unit,
}: Extract<ParsedAmount, { is: 'problem' }>): AmountFieldProblem => ({
  is: 'wrong',
  why: problem,
  ...(unit === undefined ? {} : { unit }),
})

/** The message under a field whose text is no amount; `symbol` and `decimals` are those of the field's unit. */
export function amountProblemText(
  { why, unit = '' }: Pick<AmountFieldProblem, 'why' | 'unit'>,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
  t: Translate,
): string {
  switch (why) {
    case 'zero':
      return t('amount.zero')
    case 'ambiguous':
      return t('amount.ambiguous')
    case 'other-unit':
      return t('amount.other-unit', { unit, symbol })
    case 'sign':
      return t('amount.sign')
    case 'too-large':
      return t('amount.too-large')
    case 'too-many-decimals':
      return t('amount.decimals', { symbol, count: decimals })
    default:
      return t('amount.invalid')
  }
}
