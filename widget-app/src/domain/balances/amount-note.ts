import type { Translate } from '#widget/lib/i18n/translate.ts'
import { type AmountFieldProblem, amountProblemText } from './amount-field-problem.ts'

/** A parsed field: a problem, or any other state, such as an amount or an empty field. */
type ParsedField =
  | AmountFieldProblem
  | { readonly is: 'amount' | 'any' | 'empty' | 'pending' | 'none-left' | 'insufficient' }

/** Texts of a field that differ from those of other fields. */
type AmountTexts = { readonly [Why in AmountFieldProblem['why']]?: string }

/** The problem under an amount field of a payment; undefined for an amount, and while the amount is only missing. */
export function amountNote(
  field: ParsedField,
  unit: { readonly symbol: string; readonly decimals: number },
  t: Translate,
  texts: AmountTexts = {},
): string | undefined {
  if (field.is === 'insufficient') return t('send.problem.insufficient', { symbol: unit.symbol })
  return field.is === 'wrong' ? (texts[field.why] ?? amountProblemText(field, unit, t)) : undefined
}
