import { fiatCents, type TotalWorth, totalWorth } from '#shared/amount/fiat.ts'
import type { AssetBalance } from '#widget/kernel/balances.ts'
import { isSpam } from './spam.ts'

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

/** The dearest first; one sort is stable, so that what has no price keeps its order. */
function byWorth(tokens: readonly AssetBalance[]): readonly AssetBalance[] {
  const unknown = -1n
  return tokens
    .map((token) => ({ token, cents: fiatCents(token.value, token.asset.decimals, token.price) ?? unknown }))
    .sort((a, b) => (a.cents === b.cents ? 0 : a.cents < b.cents ? 1 : -1))
    .map(({ token }) => token)
}

/** Sorts balances for the Account view; `named` are the token addresses that the host names, which are never spam. */
export function holdingsOf(balances: readonly AssetBalance[], named: readonly string[] = []): Holdings {
  const native = balances.find(isNative)
  const held = balances.filter((balance) => !isNative(balance) && balance.value > 0n)
  const isHidden = isSpam(balances, named)
  const shown = [...(native ? [native] : []), ...byWorth(held.filter((token) => !isHidden(token)))]
  return {
    native,
    shown,
    hidden: held.filter(isHidden),
    total: totalWorth(shown.map(({ asset, value, price }) => ({ value, decimals: asset.decimals, price }))),
  }
}
