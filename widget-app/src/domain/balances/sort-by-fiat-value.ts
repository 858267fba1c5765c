import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { type Priced, scaledFiatValue } from '#shared/amount/fiat.ts'
import type { AssetAmount } from '#widget/chains/chain-adapter.ts'

type PricedAmount = AssetAmount & { readonly price: string | undefined }

/** A balance in the form that fiat values are computed from. */
export const toPriced = ({ asset, value, price }: PricedAmount): Priced => ({
  value: toDisplayedAmount(value, asset),
  decimals: asset.decimals,
  price,
})

/** Precise enough to compare fiat values in any currency. */
const fiatDigits = 12

/** Highest fiat value first; the sort is stable, so balances without a price stay in order, last. */
export function sortByFiatValue<Balance extends PricedAmount>(
  balances: readonly Balance[],
): readonly Balance[] {
  const unknown = -1n
  return balances
    .map((balance) => ({ balance, fiatValue: scaledFiatValue(toPriced(balance), fiatDigits) ?? unknown }))
    .sort((a, b) => (a.fiatValue === b.fiatValue ? 0 : a.fiatValue < b.fiatValue ? 1 : -1))
    .map(({ balance }) => balance)
}
