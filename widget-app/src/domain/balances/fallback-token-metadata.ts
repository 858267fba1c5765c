import { rememberedTokenLimit } from '#shared/config/limits.ts'
import type { AssetBalance } from './asset-balance.ts'
import { normalizeTokenId } from './prices.ts'
import { sortByFiatValue } from './sort-by-fiat-value.ts'

/** The tokens that the API listed last, highest fiat value first, by address as the chain compares it. */
export const fallbackTokenMetadata = (told: readonly AssetBalance[]): ReadonlyMap<string, AssetBalance> =>
  new Map(
    sortByFiatValue(told.filter(({ asset, value }) => asset.address !== undefined && value > 0n))
      .slice(0, rememberedTokenLimit)
      .map((token) => [normalizeTokenId(`${token.asset.chain}:${token.asset.address}`), token]),
  )

/**
 * Balances read from the chain with names and icons from the API's last response; amounts are the chain's. A token with no
 * balance is left out, unless it is in `hostTokenIds`.
 */
export const withFallbackTokenMetadata = (
  read: readonly AssetBalance[],
  remembered: ReadonlyMap<string, AssetBalance>,
  names: ReadonlySet<string>,
): readonly AssetBalance[] =>
  read.flatMap((balance) => {
    const { chain, address, decimals, displayed } = balance.asset
    const id = normalizeTokenId(`${chain}:${address}`)
    const was = address === undefined ? undefined : remembered.get(id)
    if (!was) return [balance]
    if (balance.value === 0n && !names.has(id)) return []
    return [
      {
        ...was,
        asset: { ...was.asset, decimals, displayed },
        value: balance.value,
        barred: balance.barred,
        price: undefined,
        source: 'rpc',
      },
    ]
  })
