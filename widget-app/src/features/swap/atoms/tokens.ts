import { type ConvertToken, getConvertTokens } from '#shared/api/convert.ts'
import { accountId } from '#shared/caip/account-id.ts'
import { fetchRetryGapMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, AssetAmount } from '#widget/chains/chain-adapter.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { type AssetBalance, nativeAsset } from '#widget/domain/balances/balances.ts'
import { displayedBalancesAtom } from '#widget/domain/balances/displayed-balances.ts'
import { normalizeTokenId, priceIdOf, priceQueryOf, pricesAtom } from '#widget/domain/balances/prices.ts'
import { sanitizeAsset } from '#widget/domain/networks/sanitize-asset.ts'
import { isSwapChainAtom } from '#widget/domain/networks/swap-chains.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom } from '#widget/lib/state.ts'
import { keyOf, nativeKey, type Side, type TokenKey } from '../draft.ts'
import type { SwapToken } from '../model.ts'
import { adapterAtom, draftAtom, swapChainAtom, swapNetworkAtom, swapperAtom } from './draft.ts'

const tokenListAtom = queryAtom<readonly ConvertToken[]>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const chain = get(swapChainAtom)
  return {
    key: ['swap-tokens', chain ?? ''],
    staleTimeMs: staleTimesMs.swapTokens,
    enabled: chain !== undefined && get(isSwapChainAtom)(chain),
    load: async (signal) =>
      (
        await fetchEndpoint(ports, api, getConvertTokens, {
          params: {},
          query: { chainId: chain ?? '' },
          signal,
        })
      ).tokens,
  }
})

const swapperBalancesAtom = atom((get): QueryResult<readonly AssetBalance[]> => {
  const sender = get(swapperAtom)
  return sender ? get(displayedBalancesAtom(accountId(sender.chain, sender.accounts[0]))) : { is: 'loading' }
})

/** The account's balance of a token; zero if a complete list does not contain it. */
function balanceOf(
  balances: QueryResult<readonly AssetBalance[]>,
  key: TokenKey,
): Pick<SwapToken, 'value' | 'price' | 'iconUrl'> & { readonly asset?: Asset } {
  if (balances.is !== 'ready') return { value: undefined, price: undefined, iconUrl: undefined }
  const found = balances.data.find(({ asset }) => keyOf(asset.address) === key)
  if (found) return found
  // A list read from the chain contains only tokens that are known there.
  const isComplete = balances.data.some(({ source }) => source === 'api')
  return { value: isComplete ? 0n : undefined, price: undefined, iconUrl: undefined }
}

function toSwapToken(
  token: ConvertToken,
  network: Network,
  balances: QueryResult<readonly AssetBalance[]>,
): SwapToken | undefined {
  const { id: chain } = network
  if (!token.address.startsWith(`${chain}:`)) return undefined
  const address = token.address.slice(chain.length + 1)
  const isNative = normalizeTokenId(token.address) === priceIdOf({ chain, address: undefined })
  // The native currency's decimals are the network's: a wrong number here would scale the swapped amount.
  const asset: Asset = isNative
    ? nativeAsset(network)
    : sanitizeAsset({ chain, address, symbol: token.symbol, name: token.name, decimals: token.decimals })
  const key = isNative ? nativeKey : keyOf(address)
  const { asset: listed, value, price, iconUrl } = balanceOf(balances, key)
  // An amount that the chain displays differently is in the chain's decimals.
  const displayUnits =
    listed?.displayed === undefined ? {} : { decimals: listed.decimals, displayed: listed.displayed }
  return {
    ...{ key, id: token.address, asset: { ...asset, ...displayUnits } },
    ...{ value, price, iconUrl: iconUrl ?? token.logoUri },
  }
}

/** The tokens that can be swapped: those with a balance first, then by symbol. Write to it to refetch. */
export const swapTokensAtom = atom(
  (get): QueryResult<readonly SwapToken[]> => {
    const list = get(tokenListAtom)
    const balances = get(swapperBalancesAtom)
    const network = get(swapNetworkAtom)
    if (list.is !== 'ready') return list
    if (!network) return { is: 'loading' }
    const tokens = list.data.flatMap((token) => toSwapToken(token, network, balances) ?? [])
    const hasBalance = ({ value }: SwapToken) => value !== undefined && value > 0n
    const bySymbol = (a: SwapToken, b: SwapToken) => a.asset.symbol.localeCompare(b.asset.symbol)
    const sorted = [
      ...tokens.filter(({ key }) => key === nativeKey),
      ...tokens.filter((token) => token.key !== nativeKey && hasBalance(token)).sort(bySymbol),
      ...tokens.filter((token) => token.key !== nativeKey && !hasBalance(token)).sort(bySymbol),
    ]
    return { ...list, data: sorted }
  },
  (_get, set) => set(tokenListAtom),
)

/** The balance of the native currency, which pays the fee. */
export const nativeValueAtom = atom((get): bigint | undefined => {
  const balances = get(swapperBalancesAtom)
  if (balances.is !== 'ready') return undefined
  return balances.data.find(({ asset }) => asset.address === undefined)?.value
})

/** The price of the native currency. */
export const nativePriceAtom = atom((get): string | undefined => {
  const balances = get(swapperBalancesAtom)
  if (balances.is !== 'ready') return undefined
  return balances.data.find(({ asset }) => asset.address === undefined)?.price
})

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
