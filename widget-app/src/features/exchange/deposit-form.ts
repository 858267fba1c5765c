import { formatFiat, formatFiatValue } from '#shared/amount/fiat.ts'
import { formatForInput } from '#shared/amount/format-amount.ts'
import { parseAmount } from '#shared/amount/parse-amount.ts'
import { exchangeAmountDecimals, exchangeAmountWholeDigits, exchangePresets } from '#shared/config/limits.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { localeAtom } from '#widget/core/locale.ts'
import type { ParsedAmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { amountFieldProblem } from '#widget/domain/balances/amount-field-problem.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { priceIdOf, priceQueryOf, pricesAtom } from '#widget/domain/balances/prices.ts'
import { atom } from '#widget/lib/state.ts'
import { draftAtom } from './atoms.ts'
import { depositAssetAtom } from './deposit-asset.ts'
import { assetAtom, assetsAtom, exchangeAtom, exchangesAtom } from './exchange-list.ts'

/** The decimals that an amount can have: the asset's, at most 6. */
const inputDecimals = (decimals: number): number => Math.min(decimals, exchangeAmountDecimals)

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

const readyAssetAtom = atom((get): Asset | undefined => {
  const deposit = get(depositAssetAtom)
  return deposit.is === 'ready' ? deposit.asset : undefined
})

const decimalsAtom = atom((get): number | undefined => get(readyAssetAtom)?.decimals)

const priceAtom = atom((get): string | undefined => {
  const asset = get(assetAtom)?.asset
  if (!asset) return undefined
  const prices = get(pricesAtom(priceQueryOf([asset])))
  return prices.is === 'ready' ? prices.data[priceIdOf(asset) ?? ''] : undefined
})

/** The typed amount. */
export const amountAtom = atom((get): ParsedAmountDraft => {
  const { amount } = get(draftAtom)
  const asset = get(readyAssetAtom)
  if (asset === undefined) return { is: get(depositAssetAtom).is === 'loading' ? 'pending' : 'empty' }
  return readDepositAmount(amount, asset, get(localeAtom))
})

/** The decimals that the amount can have, for the problem's text. */
export const amountDecimalsAtom = atom((get) => inputDecimals(get(decimalsAtom) ?? 0))

/** The fiat value of the amount in the display currency; undefined without an amount, a dash without a price. */
export const fiatValueAtom = atom((get): string | undefined => {
  const draftAmount = get(amountAtom)
  const decimals = get(decimalsAtom)
  if (draftAmount.is !== 'amount' || decimals === undefined) return undefined
  return (
    formatFiatValue(
      { value: draftAmount.value, decimals },
      get(priceAtom),
      get(displayCurrencyAtom),
      get(localeAtom),
    ) ?? '–'
  )
})

/** Currencies in which 10, 50 and 100 are typical deposits. */
const presetCurrencies: readonly string[] = ['usd', 'eur', 'gbp', 'aud', 'cad']

/** The presets, as fiat label and amount text; none without a price. */
export const presetsAtom = atom((get) => {
  const decimals = get(decimalsAtom)
  const currency = get(displayCurrencyAtom)
  const locale = get(localeAtom)
  if (decimals === undefined || !presetCurrencies.includes(currency)) return []
  return exchangePresets.flatMap((units) => {
    const amount = amountOfFiat(units, get(priceAtom), decimals)
    if (!amount) return []
    const text = formatForInput(amount.value, amount.decimals, locale)
    return [{ text, label: formatFiat(units * 100n, currency, locale) }]
  })
})

/** The first problem that prevents the deposit. */
export type DepositProblem = 'no-exchange' | 'no-asset' | 'unknown-asset' | 'no-amount' | 'incorrect-value'

/** True while exchanges, assets or the selected asset's decimals load. */
export const isWaitingAtom = atom((get) =>
  [get(exchangesAtom), get(assetsAtom), get(depositAssetAtom)].some(({ is }) => is === 'loading'),
)

export const problemAtom = atom((get): DepositProblem | undefined => {
  if (!get(exchangeAtom)) return 'no-exchange'
  if (!get(assetAtom)) return 'no-asset'
  if (get(depositAssetAtom).is === 'failed') return 'unknown-asset'
  const amount = get(amountAtom)
  if (amount.is === 'wrong') return 'incorrect-value'
  return amount.is === 'amount' ? undefined : 'no-amount'
})
