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

/** Decimals an amount may have: the asset's, and 6 at most. */
const decimalsOf = (decimals: number): number => Math.min(decimals, exchangeAmountDecimals)

/** Reads an amount as typed into base units: at most 6 decimals and 10 digits before them. */
export function readDepositAmount(
  text: string,
  { decimals, symbol }: Pick<Asset, 'decimals' | 'symbol'>,
  locale: string,
): ParsedAmountDraft {
  const shown = decimalsOf(decimals)
  const parsed = parseAmount(text, { decimals: shown, locale, units: [symbol] })
  if (parsed.is === 'problem')
    return parsed.problem === 'empty' ? { is: 'empty' } : amountFieldProblem(parsed)
  if (parsed.value === 0n) return { is: 'wrong', why: 'zero' }
  if (parsed.value >= 10n ** BigInt(exchangeAmountWholeDigits + shown))
    return { is: 'wrong', why: 'too-large' }
  return { is: 'amount', value: parsed.value * 10n ** BigInt(decimals - shown) }
}

/**
 * How much of an asset is worth some whole units of money, floored to what an amount may have; undefined without a price
 * (a plain decimal text for one unit), or when it is too little for any digit.
 */
export function amountWorth(
  units: bigint,
  price: string | undefined,
  decimals: number,
): { readonly value: bigint; readonly decimals: number } | undefined {
  const [, whole, fraction = ''] = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(price ?? '') ?? []
  if (whole === undefined || BigInt(whole + fraction) === 0n) return undefined
  const shown = decimalsOf(decimals)
  const value = (units * 10n ** BigInt(shown + fraction.length)) / BigInt(whole + fraction)
  return value > 0n ? { value, decimals: shown } : undefined
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

/** The amount that is typed. */
export const amountAtom = atom((get): ParsedAmountDraft => {
  const { amount } = get(draftAtom)
  const asset = get(readyAssetAtom)
  if (asset === undefined) return { is: get(depositAssetAtom).is === 'loading' ? 'pending' : 'empty' }
  return readDepositAmount(amount, asset, get(localeAtom))
})

/** How many decimals the amount may have, for the words that say so. */
export const amountDecimalsAtom = atom((get) => decimalsOf(get(decimalsAtom) ?? 0))

/** What the amount is worth in the person's currency; undefined while there is no amount, a dash without a price. */
export const worthAtom = atom((get): string | undefined => {
  const read = get(amountAtom)
  const decimals = get(decimalsAtom)
  if (read.is !== 'amount' || decimals === undefined) return undefined
  return (
    formatFiatValue(
      { value: read.value, decimals },
      get(priceAtom),
      get(displayCurrencyAtom),
      get(localeAtom),
    ) ?? '–'
  )
})

/** Currencies of which 10, 50 and 100 are sums that people deposit. */
const presetCurrencies: readonly string[] = ['usd', 'eur', 'gbp', 'aud', 'cad']

/** Sums to choose from, as money and as the text of the amount; none without a price. */
export const presetsAtom = atom((get) => {
  const decimals = get(decimalsAtom)
  const currency = get(displayCurrencyAtom)
  const locale = get(localeAtom)
  if (decimals === undefined || !presetCurrencies.includes(currency)) return []
  return exchangePresets.flatMap((units) => {
    const amount = amountWorth(units, get(priceAtom), decimals)
    if (!amount) return []
    const text = formatForInput(amount.value, amount.decimals, locale)
    return [{ text, label: formatFiat(units * 100n, currency, locale) }]
  })
})

/** Why the form cannot be sent on yet, the first thing first. */
export type DepositProblem = 'no-exchange' | 'no-asset' | 'unknown-asset' | 'no-amount' | 'incorrect-value'

/** Whether exchanges, assets or what the chain knows of the chosen one are on their way. */
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
