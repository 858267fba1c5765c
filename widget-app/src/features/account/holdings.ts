import { type TotalWorth, totalWorth } from '#shared/amount/fiat.ts'
import type { AssetBalance } from '#widget/kernel/balances.ts'
import { byWorth, pricedOf } from '#widget/kernel/by-worth.ts'
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
