import { fetchRetryGapMs } from '#shared/config/limits.ts'
import type { AssetAmount } from '#widget/chains/chain-adapter.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { priceIdOf, priceQueryOf, pricesAtom } from '#widget/domain/balances/prices.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom } from '#widget/lib/state.ts'
import { keyOf, type Side } from '../draft.ts'
import type { SwapToken } from '../model.ts'
import { adapterAtom, draftAtom, swapNetworkAtom, swapperAtom } from './draft.ts'
import { swapTokensAtom } from './tokens.ts'

/** The selected token of a side from the list; undefined while none is selected or the list is not loaded. */
const listedAtom = (side: Side) =>
  atom((get): SwapToken | undefined => {
    const tokens = get(swapTokensAtom)
    const key = get(draftAtom)[side]
    return tokens.is === 'ready' ? tokens.data.find((one) => one.key === key) : undefined
  })
const listedFromAtom = listedAtom('from')
const listedToAtom = listedAtom('to')

/** Balances and decimals of the selected tokens, read from the chain. */
const chainTokensAtom = queryAtom<readonly AssetAmount[]>((get) => {
  const adapter = get(adapterAtom)
  const network = get(swapNetworkAtom)
  const account = get(swapperAtom)?.accounts[0]
  const addresses = [get(listedFromAtom), get(listedToAtom)]
    .flatMap((token) => token?.asset.address ?? [])
    .sort()
  const read = adapter.is === 'ready' ? adapter.data.tokenBalances : undefined
  return {
    key: ['swap-chain-tokens', network?.id, account, ...addresses],
    staleTimeMs: staleTimesMs.nativeBalance,
    retryGapMs: fetchRetryGapMs,
    enabled: read !== undefined && network !== undefined && account !== undefined && addresses.length > 0,
    load: async () => {
      if (!read || !network || !account) throw new Error('No account, network or adapter to read balances of')
      return read(account, network, addresses)
    },
  }
})

/** Prices of the two tokens, fresher than those of the list. */
const sidePricesAtom = atom((get): QueryResult<Readonly<Record<string, string>>> => {
  const assets = [get(listedFromAtom), get(listedToAtom)].flatMap((token) => token?.asset ?? [])
  return assets.length < 2 ? { is: 'loading' } : get(pricesAtom(priceQueryOf(assets)))
})

/** Whether prices of both tokens are still loading, so that the price impact is unknown. */
export const arePricesLoadingAtom = atom((get) => get(sidePricesAtom).is === 'loading')

/**
 * A selected token with the values of the chain: wrong decimals would scale the swapped amount, and an unlisted token can
 * still have a balance.
 */
const selectedAtom = (side: typeof listedFromAtom) =>
  atom((get): SwapToken | undefined => {
    const token = get(side)
    if (!token) return undefined
    const prices = get(sidePricesAtom)
    const price = prices.is === 'ready' ? prices.data[priceIdOf(token.asset) ?? ''] : undefined
    const chain = get(chainTokensAtom)
    const onChain =
      token.asset.address !== undefined && chain.is === 'ready'
        ? chain.data.find(({ asset }) => keyOf(asset.address) === token.key)
        : undefined
    return {
      ...token,
      asset: onChain
        ? { ...token.asset, decimals: onChain.asset.decimals, displayed: onChain.asset.displayed }
        : token.asset,
      // Services report displayed amounts, and the factor is the chain's.
      value: onChain?.asset.displayed === undefined ? (token.value ?? onChain?.value) : onChain.value,
      price: price ?? token.price,
    }
  })

/** The token to sell. */
export const fromTokenAtom = selectedAtom(listedFromAtom)

/** The token to buy. */
export const toTokenAtom = selectedAtom(listedToAtom)

/** State of the balance read from the chain, for a token to sell without a listed balance; `failed`: it is unknown. */
export const fromBalanceAtom = atom((get): 'known' | 'loading' | 'failed' => {
  const token = get(fromTokenAtom)
  if (!token || token.value !== undefined || token.asset.address === undefined) return 'known'
  const chain = get(chainTokensAtom)
  return chain.is === 'loading' ? 'loading' : 'failed'
})
