import { parseAmount } from '#shared/amount/parse-amount.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { type AmountFieldProblem, amountFieldProblem } from '#widget/domain/balances/amount-field-problem.ts'

/** A typed limit in base units. `out-of-range`: zero, or above the requested amount. */
export type ParsedLimit =
  | { readonly is: 'empty' | 'out-of-range' }
  | { readonly is: 'amount'; readonly value: bigint }
  | AmountFieldProblem

/** Parses the limit field; `max` is the requested amount. */
export function parseLimit(
  text: string,
  { decimals, symbol }: Pick<Asset, 'decimals' | 'symbol'>,
  locale: string,
  max: bigint,
): ParsedLimit {
  const parsed = parseAmount(text, { decimals, locale, units: [symbol] })
  if (parsed.is === 'problem')
    return parsed.problem === 'empty' ? { is: 'empty' } : amountFieldProblem(parsed)
  return parsed.value > 0n && parsed.value <= max ? parsed : { is: 'out-of-range' }
}
