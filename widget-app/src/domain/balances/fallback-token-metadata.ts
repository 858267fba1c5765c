import { rememberedTokenLimit } from '#shared/config/limits.ts'
import type { AssetBalance } from './asset-balance.ts'
import { normalizeTokenId } from './prices.ts'
import { sortByFiatValue } from './sort-by-fiat-value.ts'

/** The tokens that the API listed last, highest fiat value first, by address as the chain compares it. */
export const fallbackTokenMetadata = (balances: readonly AssetBalance[]): ReadonlyMap<string, AssetBalance> =>
  new Map(
    sortByFiatValue(balances.filter(({ asset, value }) => asset.address !== undefined && value > 0n))
      .slice(0, rememberedTokenLimit)
      .map((token) => [normalizeTokenId(`${token.asset.chain}:${token.asset.address}`), token]),
  )

/**
 * Balances read from the chain with names and icons from the API's last response; amounts are the chain's. A token with no
 * balance is left out, unless it is in `hostTokenIds`.
 */
export const withFallbackTokenMetadata = (
  read: readonly AssetBalance[],
  fallback: ReadonlyMap<string, AssetBalance>,
  hostTokenIds: ReadonlySet<string>,
): readonly AssetBalance[] =>
  read.flatMap((balance) => {
    const { chain, address, decimals, displayed } = balance.asset
    const id = normalizeTokenId(`${chain}:${address}`)
    const former = address === undefined ? undefined : fallback.get(id)
    if (!former) return [balance]
    if (balance.value === 0n && !hostTokenIds.has(id)) return []
    return [
      {
        ...former,
        asset: { ...former.asset, decimals, displayed },
        value: balance.value,
        barred: balance.barred,
        price: undefined,
        source: 'rpc',
      },
    ]
  })
