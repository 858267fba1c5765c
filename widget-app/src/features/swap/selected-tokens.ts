import { balanceRetryGapMs } from '#shared/config/limits.ts'
import type { AssetAmount } from '#widget/chains/chain-adapter.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { priceIdOf, priceQueryOf, pricesAtom } from '#widget/domain/balances/prices.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom } from '#widget/lib/state.ts'
import { draftAtom, swapNetworkAtom, swapperAtom } from './atoms.ts'
import { adapterAtom } from './chain-adapter-query.ts'
import { keyOf, type Side } from './draft.ts'
import { type SwapToken, swapTokensAtom } from './tokens.ts'

/** The chosen token of a side as the list has it; undefined while none is chosen or the list is not there. */
const listedAtom = (side: Side) =>
  atom((get): SwapToken | undefined => {
    const tokens = get(swapTokensAtom)
    const key = get(draftAtom)[side]
    return tokens.is === 'ready' ? tokens.data.find((one) => one.key === key) : undefined
  })
const listedFromAtom = listedAtom('from')
const listedToAtom = listedAtom('to')

/** What the chain itself says of the chosen tokens: what the account has, and their decimals. */
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
    lifetimeMs: staleTimesMs.nativeBalance,
    retryGapMs: balanceRetryGapMs,
    enabled: read !== undefined && network !== undefined && account !== undefined && addresses.length > 0,
    load: async () => {
      if (!read || !network || !account) throw new Error('Nobody can be asked for balances')
      return read(account, network, addresses)
    },
  }
})

/** Prices of the two tokens, fresher than those of the list. */
const sidePricesAtom = atom((get): QueryResult<Readonly<Record<string, string>>> => {
  const assets = [get(listedFromAtom), get(listedToAtom)].flatMap((token) => token?.asset ?? [])
  return assets.length < 2 ? { is: 'loading' } : get(pricesAtom(priceQueryOf(assets)))
})

/** Whether the prices of both tokens are still on their way, so that nothing can be said of a loss. */
export const arePricesAwaitedAtom = atom((get) => get(sidePricesAtom).is === 'loading')

/**
 * A chosen token by what the chain says of it: a wrong number of decimals would scale what a person swaps, and what nobody
 * lists may be held all the same.
 */
const chosenAtom = (side: typeof listedFromAtom) =>
  atom((get): SwapToken | undefined => {
    const token = get(side)
    if (!token) return undefined
    const prices = get(sidePricesAtom)
    const known = prices.is === 'ready' ? prices.data[priceIdOf(token.asset) ?? ''] : undefined
    const chain = get(chainTokensAtom)
    const own =
      token.asset.address !== undefined && chain.is === 'ready'
        ? chain.data.find(({ asset }) => keyOf(asset.address) === token.key)
        : undefined
    return {
      ...token,
      asset: own
        ? { ...token.asset, decimals: own.asset.decimals, displayed: own.asset.displayed }
        : token.asset,
      // Services report displayed amounts, and the factor is the chain's.
      value: own?.asset.displayed === undefined ? (token.value ?? own?.value) : own.value,
      price: known ?? token.price,
    }
  })

/** The token to give. */
export const fromTokenAtom = chosenAtom(listedFromAtom)

/** The token to get. */
export const toTokenAtom = chosenAtom(listedToAtom)

/** Whether the chain is still asked what there is of the token to give, which no list tells; `failed`: nobody can say. */
export const fromBalanceAtom = atom((get): 'known' | 'loading' | 'failed' => {
  const token = get(fromTokenAtom)
  if (!token || token.value !== undefined || token.asset.address === undefined) return 'known'
  const chain = get(chainTokensAtom)
  return chain.is === 'loading' ? 'loading' : 'failed'
})
