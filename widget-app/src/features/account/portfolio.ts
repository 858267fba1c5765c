import { type TotalFiatValue, totalFiatValue } from '#shared/amount/fiat.ts'
import type { AssetBalance } from '#widget/domain/balances/balances.ts'
import { sortByFiatValue, toPriced } from '#widget/domain/balances/sort-by-fiat-value.ts'
import { isSpam } from '#widget/domain/balances/spam.ts'

/** `value` is the whole balance; `available` is the part that can be sent, if that is less. */
export type PortfolioAsset = Omit<AssetBalance, 'total'> & { readonly available?: bigint }

/** The portfolio of an account, as the Account view shows it. */
export type Portfolio = {
  readonly native: PortfolioAsset | undefined
  /** The native currency first, then tokens by fiat value, unpriced ones last. */
  readonly shown: readonly PortfolioAsset[]
  /** Tokens that look like spam. */
  readonly hidden: readonly PortfolioAsset[]
  /** The total of `shown`. */
  readonly total: TotalFiatValue
}

function toPortfolioAsset({ total, ...balance }: AssetBalance): PortfolioAsset {
  const { value } = balance
  return total === undefined || total <= value ? balance : { ...balance, value: total, available: value }
}

const isNative = ({ asset }: Pick<AssetBalance, 'asset'>): boolean => asset.address === undefined

/**
 * Sorts balances for the Account view, with prices in `currency`. `hostTokens` are token addresses that the host configures;
 * they are never spam.
 */
export function createPortfolio(
  balances: readonly AssetBalance[],
  currency: string,
  hostTokens: readonly string[] = [],
): Portfolio {
  const nativeBalance = balances.find(isNative)
  const native = nativeBalance && toPortfolioAsset(nativeBalance)
  const tokens = balances.filter((balance) => !isNative(balance) && balance.value > 0n)
  const isHidden = isSpam(balances, hostTokens)
  const shown = [...(native ? [native] : []), ...sortByFiatValue(tokens.filter((token) => !isHidden(token)))]
  return {
    native,
    shown,
    hidden: tokens.filter(isHidden),
    total: totalFiatValue(shown.map(toPriced), currency),
  }
}
