import { parseAmount } from '#shared/amount/parse-amount.ts'
import { exchangeAmountDecimals, exchangeAmountWholeDigits } from '#shared/config/limits.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import type { ParsedAmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { amountFieldProblem } from '#widget/domain/balances/amount-field-problem.ts'

/** The decimals that an amount can have: the asset's, at most 6. */
export const inputDecimals = (decimals: number): number => Math.min(decimals, exchangeAmountDecimals)

/** Parses a typed amount into base units: at most 6 decimals and 10 whole digits. */
export function readDepositAmount(
  text: string,
  { decimals, symbol }: Pick<Asset, 'decimals' | 'symbol'>,
  locale: string,
): ParsedAmountDraft {
  const inputDigits = inputDecimals(decimals)
  const parsed = parseAmount(text, { decimals: inputDigits, locale, units: [symbol] })
  if (parsed.is === 'problem')
    return parsed.problem === 'empty' ? { is: 'empty' } : amountFieldProblem(parsed)
  if (parsed.value === 0n) return { is: 'wrong', why: 'zero' }
  if (parsed.value >= 10n ** BigInt(exchangeAmountWholeDigits + inputDigits))
    return { is: 'wrong', why: 'too-large' }
  return { is: 'amount', value: parsed.value * 10n ** BigInt(decimals - inputDigits) }
}

/**
 * The amount of an asset with a fiat value of `units` whole units, floored to the decimals of an input. Undefined without a
 * price (a plain decimal string per unit), or if the amount is below the last decimal.
 */
export function amountOfFiat(
  units: bigint,
  price: string | undefined,
  decimals: number,
): { readonly value: bigint; readonly decimals: number } | undefined {
  const [, whole, fraction = ''] = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(price ?? '') ?? []
  if (whole === undefined || BigInt(whole + fraction) === 0n) return undefined
  const inputDigits = inputDecimals(decimals)
  const value = (units * 10n ** BigInt(inputDigits + fraction.length)) / BigInt(whole + fraction)
  return value > 0n ? { value, decimals: inputDigits } : undefined
}

/** The first problem that prevents the deposit. */
export type DepositProblem = 'no-exchange' | 'no-asset' | 'unknown-asset' | 'no-amount' | 'incorrect-value'
