import { endpointUrl } from '#shared/api/endpoint.ts'
import { getWalletImage } from '#shared/api/images.ts'
import { getWallets } from '#shared/api/wallets.ts'
import { walletPageSize, walletSearchLimit, walletSearchMinWaitMs } from '#shared/config/limits.ts'
import { sleep } from '#widget/lib/async.ts'
import { request } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { Loaded } from '#widget/lib/remote-data.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { type CatalogueWallet, fromListEntry, parseBundledWallets, servesAny } from './catalogue-wallet.ts'
import { apiAtom, hostConfigAtom } from './config.ts'
import { lifetimesMs } from './lifetimes.ts'
import { hasOpenedAtom } from './modal-state.ts'
import { configuredNamespacesAtom } from './networks.ts'
import { portsAtom } from './ports.ts'

/** Wallets of one answer; `bundled` when the API could not be reached. `count` is that of all matches. */
export type WalletAnswer = {
  readonly wallets: readonly CatalogueWallet[]
  readonly count: number
  readonly source: 'api' | 'bundled'
}

/** The first wallets of the built-in list, at hand before any call. */
const topWalletsAtom = atom((get): readonly CatalogueWallet[] =>
  parseBundledWallets(get(portsAtom).bundled.topWallets),
)

type Search = {
  readonly search?: string
  readonly include?: readonly string[]
  readonly page?: number
  readonly entries?: number
}

const searchApiAtom = atom((get) => {
  const { fetch, clock } = get(portsAtom)
  const api = get(apiAtom)
  const known = new Map(get(topWalletsAtom).map((wallet) => [wallet.id, wallet.imageUrl]))
  const imageUrl = (id: string) => endpointUrl(api.baseUrl, getWalletImage, { id }, {}, api.common)
  return async (query: Search, signal: AbortSignal): Promise<WalletAnswer> => {
    const { data, count } = await request({ fetch, clock }, api, getWallets, { params: {}, query, signal })
    // The same picture address as in the built-in list, so that a row does not change its picture when the answer comes.
    const wallets = data.map((entry) => {
      const wallet = fromListEntry(entry, imageUrl)
      return { ...wallet, imageUrl: known.get(wallet.id) ?? wallet.imageUrl }
    })
    return { wallets, count, source: 'api' }
  }
})

const bundledSearchAtom = atom((get) => {
  const { bundled, log } = get(portsAtom)
  return async (matches: (wallet: CatalogueWallet) => boolean, cause: unknown): Promise<WalletAnswer> => {
    log('APKT003 Network Error: Wallet Load Failed', cause)
    const wallets = parseBundledWallets(await bundled.wallets()).filter(matches)
    return { wallets, count: wallets.length, source: 'bundled' }
  }
})

/**
 * The wallets Connect draws from: the first page, and those the host features or excludes by id, because excluding
 * goes by their rdns and name. Falls back to the whole built-in list.
 */
const catalogueQueryAtom = queryAtom<WalletAnswer>((get) => {
  const searchApi = get(searchApiAtom)
  const searchBundled = get(bundledSearchAtom)
  const { projectId, featuredWalletIds = [], excludeWalletIds = [] } = get(hostConfigAtom)
  const wanted = [...featuredWalletIds, ...excludeWalletIds]
  return {
    key: ['wallets', projectId, 'first', wanted],
    lifetimeMs: lifetimesMs.wallets,
    enabled: get(hasOpenedAtom),
    load: async (signal) => {
      try {
        const [first, named] = await Promise.all([
          searchApi({ page: 1, entries: walletPageSize }, signal),
          wanted.length === 0 ? undefined : searchApi({ include: wanted, entries: wanted.length }, signal),
        ])
        const ids = new Set(first.wallets.map((wallet) => wallet.id))
        const more = named?.wallets.filter((wallet) => !ids.has(wallet.id)) ?? []
        return { ...first, wallets: [...first.wallets, ...more] }
      } catch (cause) {
        signal.throwIfAborted()
        return searchBundled(() => true, cause)
      }
    },
  }
})

/** Wallets known so far: the built-in top until the catalogue is there. */
export const knownWalletsAtom = atom((get): readonly CatalogueWallet[] => {
  const loaded = get(catalogueQueryAtom)
  return loaded.is === 'ready' ? loaded.data.wallets : get(topWalletsAtom)
})

/** How many wallets there are in all, once it is known. */
export const walletCountAtom = atom((get): number | undefined => {
  const loaded = get(catalogueQueryAtom)
  return loaded.is === 'ready' ? loaded.data.count : undefined
})

const nameMatches = (search: string) => {
  const wanted = search.toLowerCase()
  return (wallet: CatalogueWallet) => wallet.name.toLowerCase().includes(wanted)
}

/**
 * Wallets whose name matches, at most 100; asked for after 300 ms without a new letter (SPEC §9). An empty search is
 * the whole list, also at most 100.
 */
export const walletSearchAtom = atomFamily((search: string) => {
  const wanted = search.trim()
  const answerAtom = queryAtom<WalletAnswer>((get) => {
    const searchApi = get(searchApiAtom)
    const searchBundled = get(bundledSearchAtom)
    const { clock } = get(portsAtom)
    return {
      key: ['wallets', get(hostConfigAtom).projectId, 'search', wanted],
      lifetimeMs: lifetimesMs.wallets,
      enabled: get(hasOpenedAtom),
      load: async (signal) => {
        if (wanted !== '') await sleep(clock, walletSearchMinWaitMs, signal)
        const query = { page: 1, entries: walletSearchLimit, ...(wanted === '' ? {} : { search: wanted }) }
        try {
          return await searchApi(query, signal)
        } catch (cause) {
          signal.throwIfAborted()
          return searchBundled(nameMatches(wanted), cause)
        }
      },
    }
  })
  return atom((get): Loaded<WalletAnswer> => {
    const loaded = get(answerAtom)
    if (loaded.is !== 'ready') return loaded
    const namespaces = get(configuredNamespacesAtom)
    const wallets = loaded.data.wallets.filter((wallet) => servesAny(wallet, namespaces))
    return { ...loaded, data: { ...loaded.data, wallets: wallets.slice(0, walletSearchLimit) } }
  })
})
