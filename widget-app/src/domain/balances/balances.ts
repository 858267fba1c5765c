import { parsePlainAmount } from '#shared/amount/parse-amount.ts'
import { type BalanceEntry, getBalance } from '#shared/api/balance.ts'
import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { fetchRetryGapMs, forcedTokenLimit } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Asset, AssetAmount, ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { blockchainApiAtom, hostConfigAtom } from '#widget/core/config.ts'
import { hasOpenedAtom } from '#widget/core/modal-state.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { isUnknownNetworkAtom, loadNetworksAtom, networkAtom } from '#widget/domain/networks/networks.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { queryAtom, watchFailuresAtom } from '#widget/lib/query.ts'
import type { QueryResult, RefetchMode } from '#widget/lib/query-result.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import type { AssetBalance } from './asset-balance.ts'
import { cacheBalancesAtom } from './balance-cache.ts'
import { balanceSourceAtom, refetchSupportedChainsAtom } from './balance-source.ts'
import { displayCurrencyAtom } from './display-currency.ts'
import { fallbackTokenMetadata, withFallbackTokenMetadata } from './fallback-token-metadata.ts'
import { forceBalanceRefetchAtom, forcedRefetchStateAtom } from './forced-refetch.ts'
import { normalizeTokenId, priceIdOf, priceQueryOf, pricesAtom, usablePrice } from './prices.ts'
import { isSpam } from './spam.ts'

export type { AssetBalance } from './asset-balance.ts'

/** The amount in base units; digits beyond the asset's decimals are cut off. */
function baseUnits(numeric: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = numeric.split('.')
  const parsed = parsePlainAmount(
    decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals) || '0'}`,
    decimals,
  )
  return parsed.is === 'amount' ? parsed.value : undefined
}

/** An entry of the balance API as a balance; undefined for another chain or an invalid amount. */
export function fromBalanceEntry(entry: BalanceEntry, network: Network): AssetBalance | undefined {
  if (entry.chainId !== network.id) return undefined
  const isNative = entry.address === undefined
  // The native currency's decimals are the network's: a wrong number here would scale the amount that the user sends.
  const decimals = isNative ? network.nativeCurrency.decimals : Number(entry.quantity.decimals)
  const value = baseUnits(entry.quantity.numeric, decimals)
  if (value === undefined) return undefined
  const asset: Asset = isNative
    ? nativeAsset(network)
    : {
        chain: network.id,
        address: entry.address?.slice(entry.address.lastIndexOf(':') + 1),
        symbol: entry.symbol,
        name: entry.name,
        decimals,
      }
  return { asset, value, price: usablePrice(entry.price), iconUrl: entry.iconUrl, source: 'api' }
}

/** The native currency of a network as an asset. */
export const nativeAsset = (network: Network): Asset => ({
  chain: network.id,
  address: undefined,
  ...network.nativeCurrency,
})

const fromChain = (amount: AssetAmount): AssetBalance => ({
  ...amount,
  price: undefined,
  iconUrl: undefined,
  source: 'rpc',
})

const nativeFirst = (balances: readonly AssetBalance[]): readonly AssetBalance[] => [
  ...balances.filter(({ asset }) => asset.address === undefined),
  ...balances.filter(({ asset }) => asset.address !== undefined),
]

/**
 * Reads balances from the chain, each of the two reads within the read limit: the native one, and the tokens that the host
 * named or the chain lists.
 */
async function readFromChain(
  adapter: ChainAdapter,
  limit: <T>(read: () => Promise<T>) => Promise<T>,
  address: string,
  network: Network,
  tokens: readonly string[],
): Promise<readonly AssetBalance[]> {
  const { nativeBalance, nativeTotals, tokenBalances, allTokenBalances } = adapter
  if (!nativeBalance) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  const readTokens = allTokenBalances ?? (tokens.length > 0 ? tokenBalances : undefined)
  const [native, others] = await Promise.all([
    limit(async () => nativeTotals?.(address, network) ?? { value: await nativeBalance(address, network) }),
    readTokens ? limit(() => readTokens(address, network, tokens)) : [],
  ])
  return [{ asset: nativeAsset(network), ...native }, ...others].map(fromChain)
}

/** The API's last balances of each account; mutated in place, since only the next load reads them. */
const lastApiBalancesAtom = atom(() => new Map<AccountId, readonly AssetBalance[]>())

/**
 * Token ids (CAIP-10) that the API must not serve from its cache: the native currency, assets that moved, and cached ones.
 */
const forcedTokenIds = (network: Network, assets: readonly Asset[]): readonly string[] => {
  const fromNode = assets.filter(({ chain }) => chain === network.id)
  const ids = [nativeAsset(network), ...fromNode].flatMap((asset) => priceIdOf(asset) ?? [])
  return [...new Set(ids)].slice(0, forcedTokenLimit)
}

const balanceQueryAtom = atomFamily((account: AccountId) =>
  queryAtom<readonly AssetBalance[]>((get) => {
    const ports = get(viewPortsAtom)
    const api = get(blockchainApiAtom)
    const chain = chainOf(account)
    const address = addressOf(account)
    const network = get(networkAtom(chain))
    const isUnknown = get(isUnknownNetworkAtom(chain))
    const source = get(balanceSourceAtom(chain))
    const currency = get(displayCurrencyAtom)
    const refetchState = get(forcedRefetchStateAtom)
    const lastApiBalances = get(lastApiBalancesAtom)
    const cacheBalances = get(cacheBalancesAtom)
    const tokens = get(hostConfigAtom)
      .tokens.filter((token) => token.chainId === chain)
      .map((token) => token.address)

    const limitOf =
      (signal: AbortSignal) =>
      <T>(read: () => Promise<T>): Promise<T> =>
        ports.semaphore(read, signal)

    const fromApi = async (record: Network, signal: AbortSignal): Promise<readonly AssetBalance[]> => {
      const { count, movedAssets, served } = refetchState
      const lastAssets = (lastApiBalances.get(account) ?? []).map(({ asset }) => asset)
      const isForced = (served.get(account) ?? 0) < count
      const forced = isForced ? { forceUpdate: forcedTokenIds(record, [...movedAssets, ...lastAssets]) } : {}
      const { balances } = await fetchEndpoint(ports, api, getBalance, {
        params: { address },
        query: { currency, chainId: chain, ...forced },
        signal,
      })
      served.set(account, count)
      const read = balances.flatMap((entry) => fromBalanceEntry(entry, record) ?? [])
      const isSpamToken = isSpam(read, tokens)
      lastApiBalances.set(
        account,
        read.map((balance) => ({ ...balance, wasSpam: isSpamToken(balance) })),
      )
      // A response without the native currency may be broken; the chain decides.
      if (!read.some(({ asset }) => asset.address === undefined)) {
        const adapter = await ports.chains.adapter(namespaceOf(chain))
        const fromNode = await readFromChain(adapter, limitOf(signal), address, record, [])
        const listed = new Set(read.map(({ asset }) => asset.address))
        return [...fromNode.filter(({ asset }) => !listed.has(asset.address)), ...read]
      }
      return read
    }

    const read = async (signal: AbortSignal): Promise<readonly AssetBalance[]> => {
      if (!network) throw new WidgetError('balance/unavailable', texts.balanceUnavailable)
      try {
        if (source === 'api') return nativeFirst(await fromApi(network, signal))
      } catch (cause) {
        signal.throwIfAborted()
        ports.log('The balance API failed; balances are read from the chain', cause)
      }
      try {
        const adapter = await ports.chains.adapter(namespaceOf(chain))
        // Tokens that the API listed before stay: their amounts are read from the chain.
        const fallback = fallbackTokenMetadata(lastApiBalances.get(account) ?? [])
        const hostTokenIds = new Set(tokens.map((token) => normalizeTokenId(`${chain}:${token}`)))
        const previous = [...fallback].flatMap(([id, { asset }]) =>
          hostTokenIds.has(id) ? [] : (asset.address ?? []),
        )
        const found = await readFromChain(adapter, limitOf(signal), address, network, [
          ...tokens,
          ...previous,
        ])
        return withFallbackTokenMetadata(found, fallback, hostTokenIds)
      } catch (cause) {
        signal.throwIfAborted()
        throw new WidgetError('balance/unavailable', texts.balanceUnavailable, { cause })
      }
    }

    return {
      // The source is not part of the key: another key would bypass the retry gap.
      key: ['balances', account, network !== undefined, currency],
      staleTimeMs: source === 'api' ? staleTimesMs.portfolio : staleTimesMs.nativeBalance,
      retryGapMs: fetchRetryGapMs,
      overdueAfterMs: 5_000,
      enabled: get(hasOpenedAtom) && (isUnknown || (network !== undefined && source !== 'unknown')),
      load: async (signal) => {
        const balances = await read(signal)
        // Host-reported balances would not be marked as such in the next document.
        if (source !== 'site') cacheBalances(account, currency, balances)
        return balances
      },
    }
  }),
)

const watchesFailuresAtom = atom(false)

/** What displayed balances depend on: the network table, and the spec's toast when they fail (SPEC §8). */
const dependenciesAtom = atom(
  () => undefined,
  (get, set) => {
    void set(loadNetworksAtom)
    if (get(watchesFailuresAtom)) return
    set(watchesFailuresAtom, true)
    set(watchFailuresAtom, ([kind]) => {
      if (kind === 'balances') set(showToastAtom, get(translateAtom)('balance.unavailable'), 'error')
    })
  },
)
dependenciesAtom.onMount = (start) => start()

/** Balances read from the chain have no price: the price query for the API if it supports the chain, otherwise ''. */
const priceQueryAtom = atomFamily((account: AccountId) =>
  atom((get): string => {
    const loaded = get(balanceQueryAtom(account))
    if (loaded.is !== 'ready' || get(balanceSourceAtom(chainOf(account))) !== 'api') return ''
    return priceQueryOf(loaded.data.filter(({ source }) => source === 'rpc').map(({ asset }) => asset))
  }),
)

/**
 * The balances of an account on its chain, native first; from the API, or from the chain if that fails. Balances read from
 * the chain get their prices from the API once it returns them. Writing refetches, bypassing the API's cache; blocked for 30
 * s after a failure (SPEC §4).
 */
export const balancesAtom = atomFamily((account: AccountId) =>
  atom(
    (get): QueryResult<readonly AssetBalance[]> => {
      get(dependenciesAtom)
      const loaded = get(balanceQueryAtom(account))
      const priceQuery = get(priceQueryAtom(account))
      if (loaded.is !== 'ready' || priceQuery === '') return loaded
      const prices = get(pricesAtom(priceQuery))
      if (prices.is !== 'ready') return loaded
      const priced = loaded.data.map((balance) => {
        const price = balance.price ?? prices.data[priceIdOf(balance.asset) ?? '']
        return price === balance.price ? balance : { ...balance, price }
      })
      return { ...loaded, data: priced }
    },
    async (get, set): Promise<RefetchMode> => {
      set(forceBalanceRefetchAtom)
      const previous = get(balanceQueryAtom(account))
      const failure =
        previous.is === 'failed' ? previous : previous.is === 'ready' ? previous.failure : undefined
      if (Date.now() >= (failure?.retryAt ?? 0)) await set(refetchSupportedChainsAtom)
      const refreshed = await set(balanceQueryAtom(account))
      const priceQuery = get(priceQueryAtom(account))
      const prices = get(pricesAtom(priceQuery))
      if (priceQuery !== '' && prices.is !== 'loading' && (prices.is === 'failed' || prices.stale)) {
        await set(pricesAtom(priceQuery))
      }
      return refreshed
    },
  ),
)
