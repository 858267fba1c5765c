import { type Priced, scaledWorth, type TotalWorth, totalWorth } from '#shared/amount/fiat.ts'
import type { AssetBalance } from '#widget/kernel/balances.ts'
import { isSpam } from '#widget/kernel/spam.ts'

/** What an account has, as the Account view shows it. */
export type Holdings = {
  readonly native: AssetBalance | undefined
  /** The native coin first, then tokens by worth, those without a price last. */
  readonly shown: readonly AssetBalance[]
  /** What looks like spam. */
  readonly hidden: readonly AssetBalance[]
  /** Of what is shown. */
  readonly total: TotalWorth
}

const isNative = ({ asset }: AssetBalance): boolean => asset.address === undefined

const pricedOf = ({ asset, value, price }: AssetBalance): Priced => ({
  value,
  decimals: asset.decimals,
  price,
})

/** Fine enough to tell apart what any currency counts. */
const sortDigits = 12

/** The dearest first; one sort is stable, so that what has no price keeps its order. */
function byWorth(tokens: readonly AssetBalance[]): readonly AssetBalance[] {
  const unknown = -1n
  return tokens
    .map((token) => ({ token, worth: scaledWorth(pricedOf(token), sortDigits) ?? unknown }))
    .sort((a, b) => (a.worth === b.worth ? 0 : a.worth < b.worth ? 1 : -1))
    .map(({ token }) => token)
}

/**
 * Sorts balances for the Account view, with prices in `currency`; `named` are the token addresses that the host names,
 * which are never spam.
 */
export function holdingsOf(
  balances: readonly AssetBalance[],
  currency: string,
  named: readonly string[] = [],
): Holdings {
  const native = balances.find(isNative)
  const held = balances.filter((balance) => !isNative(balance) && balance.value > 0n)
  const isHidden = isSpam(balances, named)
  const shown = [...(native ? [native] : []), ...byWorth(held.filter((token) => !isHidden(token)))]
  return {
    native,
    shown,
    hidden: held.filter(isHidden),
    total: totalWorth(shown.map(pricedOf), currency),
  }
}
