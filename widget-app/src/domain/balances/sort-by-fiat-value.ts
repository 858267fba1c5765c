import { shownUnits } from '#shared/amount/displayed-amount.ts'
import { type Priced, scaledFiatValue } from '#shared/amount/fiat.ts'
import type { AssetAmount } from '#widget/chains/chain-adapter.ts'

type Told = AssetAmount & { readonly price: string | undefined }

/** A balance as worths are counted from it. */
export const toPriced = ({ asset, value, price }: Told): Priced => ({
  value: shownUnits(value, asset),
  decimals: asset.decimals,
  price,
})

/** Fine enough to tell apart what any currency counts. */
const worthDigits = 12

/** The dearest first; the sort is stable, so that what has no price keeps its order, last. */
export function sortByFiatValue<Balance extends Told>(balances: readonly Balance[]): readonly Balance[] {
  const unknown = -1n
  return balances
    .map((balance) => ({ balance, worth: scaledFiatValue(toPriced(balance), worthDigits) ?? unknown }))
    .sort((a, b) => (a.worth === b.worth ? 0 : a.worth < b.worth ? 1 : -1))
    .map(({ balance }) => balance)
}
