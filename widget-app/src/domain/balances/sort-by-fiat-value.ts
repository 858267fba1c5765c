import { shownUnits } from '#shared/amount/displayed-amount.ts'
import { type Priced, scaledFiatValue } from '#shared/amount/fiat.ts'
import type { AssetAmount } from '#widget/chains/chain-adapter.ts'

type Told = AssetAmount & { readonly price: string | undefined }

/** A balance in the form that fiat values are computed from. */
export const toPriced = ({ asset, value, price }: Told): Priced => ({
  value: shownUnits(value, asset),
  decimals: asset.decimals,
  price,
})

/** Precise enough to compare fiat values in any currency. */
const worthDigits = 12

/** Highest fiat value first; the sort is stable, so balances without a price stay in order, last. */
export function sortByFiatValue<Balance extends Told>(balances: readonly Balance[]): readonly Balance[] {
  const unknown = -1n
  return balances
    .map((balance) => ({ balance, worth: scaledFiatValue(toPriced(balance), worthDigits) ?? unknown }))
    .sort((a, b) => (a.worth === b.worth ? 0 : a.worth < b.worth ? 1 : -1))
    .map(({ balance }) => balance)
}
