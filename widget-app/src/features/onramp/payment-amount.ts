import { moneyFormat, moneyUnits } from '#shared/amount/number-format.ts'
import { parseAmount, parsePlainAmount } from '#shared/amount/parse-amount.ts'
import { type AmountFieldProblem, amountFieldProblem } from '#widget/domain/balances/amount-field-problem.ts'
import type { PaymentMethod } from './model.ts'

/** The fiat amount in cents, or the problem; `instead` is a method that accepts the amount if the selected one does not. */
export type Payment =
  | { readonly is: 'empty' }
  | AmountFieldProblem
  | { readonly is: 'too-little'; readonly min: bigint; readonly instead: PaymentMethod | undefined }
  | { readonly is: 'too-much'; readonly max: bigint; readonly instead: PaymentMethod | undefined }
  | { readonly is: 'amount'; readonly cents: bigint }

const centDigits = 2

/** Parses a fiat decimal into cents; finer digits are dropped. Undefined if it is not a decimal. */
export function centsOf(decimal: string): bigint | undefined {
  const [whole = '', fraction = ''] = decimal.split('.')
  const parsed = parsePlainAmount(`${whole}.${fraction.slice(0, centDigits) || '0'}`, centDigits)
  return parsed.is === 'amount' ? parsed.value : undefined
}

/** The decimals of a currency, at most two. */
const digitsOf = (currency: string): number =>
  Math.min(centDigits, moneyFormat('en', currency).resolvedOptions().maximumFractionDigits ?? centDigits)

const accepts = ({ min, max }: PaymentMethod, cents: bigint): boolean =>
  cents >= (centsOf(min) ?? 0n) && cents <= (centsOf(max) ?? 0n)

/**
 * Parses the typed fiat amount and validates it against the limits of the method (SPEC §5: card 10–7,500, bank 10–25,000
 * dollars).
 */
export function readPayment(
  text: string,
  currency: string,
  method: PaymentMethod,
  methods: readonly PaymentMethod[],
  locale: string,
): Payment {
  const digits = digitsOf(currency)
  const parsed = parseAmount(text, { decimals: digits, locale, units: moneyUnits(currency, locale) })
  if (parsed.is === 'problem')
    return parsed.problem === 'empty' ? { is: 'empty' } : amountFieldProblem(parsed)
  const cents = parsed.value * 10n ** BigInt(centDigits - digits)
  if (accepts(method, cents)) return { is: 'amount', cents }
  const instead = methods.find((one) => one.id !== method.id && accepts(one, cents))
  const min = centsOf(method.min) ?? 0n
  return cents < min
    ? { is: 'too-little', min, instead }
    : { is: 'too-much', max: centsOf(method.max) ?? 0n, instead }
}
