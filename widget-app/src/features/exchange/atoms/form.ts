import { formatFiat, formatFiatValue } from '#shared/amount/fiat.ts'
import { formatForInput } from '#shared/amount/format-amount.ts'
import { exchangePresets } from '#shared/config/limits.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { localeAtom } from '#widget/core/locale.ts'
import type { ParsedAmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { priceIdOf, priceQueryOf, pricesAtom } from '#widget/domain/balances/prices.ts'
import { atom } from '#widget/lib/state.ts'
import { amountOfFiat, type DepositProblem, inputDecimals, readDepositAmount } from '../model.ts'
import { depositAssetAtom } from './deposit-asset.ts'
import { draftAtom } from './draft.ts'
import { assetAtom, assetsAtom, exchangeAtom, exchangesAtom } from './exchange-list.ts'

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
