import { scaledWorth } from '#shared/amount/fiat.ts'
import { rememberedTokenLimit } from '#shared/config/limits.ts'
import type { AssetAmount } from '#widget/chains/contract.ts'
import { sameCase } from './prices.ts'

/** What is remembered of a balance; prices are of one unit. */
type Told = AssetAmount & { readonly price: string | undefined; readonly iconUrl: string | undefined }

/** Fine enough to tell apart what any currency counts. */
const worthDigits = 12

/** The tokens that the API told last, the dearest first, by address as the chain compares it. */
export function rememberedTokens<Balance extends Told>(
  told: readonly Balance[],
): ReadonlyMap<string, Balance> {
  const tokens = told.flatMap((token) => {
    const { asset, value, price } = token
    if (asset.address === undefined || value === 0n) return []
    const worth = scaledWorth({ value, price, decimals: asset.decimals }, worthDigits) ?? -1n
    return [{ id: sameCase(`${asset.chain}:${asset.address}`), token, worth }]
  })
  tokens.sort((a, b) => (a.worth === b.worth ? 0 : a.worth < b.worth ? 1 : -1))
  return new Map(tokens.slice(0, rememberedTokenLimit).map(({ id, token }) => [id, token]))
}

/**
 * What the chain said of tokens, called and drawn as the API did while it answered; figures are the chain's. What is gone
 * is left out, unless the host `names` it.
 */
export const asRemembered = <Balance extends Told>(
  read: readonly Balance[],
  remembered: ReadonlyMap<string, Balance>,
  names: ReadonlySet<string>,
): readonly Balance[] =>
  read.flatMap((balance) => {
    const { chain, address, decimals } = balance.asset
    const id = sameCase(`${chain}:${address}`)
    const was = address === undefined ? undefined : remembered.get(id)
    if (!was) return [balance]
    if (balance.value === 0n && !names.has(id)) return []
    return [{ ...balance, asset: { ...was.asset, decimals }, iconUrl: was.iconUrl }]
  })
