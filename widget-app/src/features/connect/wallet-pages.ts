import { imagePreloadCount, imagePreloadLimitMs, walletSearchLimit } from '#shared/config/limits.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { CatalogueWallet } from '#widget/domain/wallets/catalogue-wallet.ts'
import { customConnectorsAtom } from '#widget/domain/wallets/connector-groups.ts'
import { type Connector, sortWallets } from '#widget/domain/wallets/sort-wallets.ts'
import { excludedWalletsAtom, type WalletRow, walletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { memoizeWeak } from '#widget/lib/memoize-weak.ts'
import { loadImage, preloadImages } from '#widget/lib/page/preload-images.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { searchText } from '#widget/lib/text/search-text.ts'
import { type ListedWallets, listedWalletsAtom } from './wallet-list.ts'
import { walletSearchAtom } from './wallet-search.ts'

/** The wallets to show, installed ones first; `more` is whether another page is available. */
export type WalletCatalogue = {
  readonly rows: readonly WalletRow[]
  /** The size of the whole list, if that is longer than what is loaded. */
  readonly total: number
  readonly more: ListedWallets['more']
  /** True if part of it is the bundled list, because the API could not be reached. */
  readonly isOffline: boolean
}

/** Caches connectors and rows per entry, so that a growing list keeps its rows. */
const rowCacheAtom = atom(() => ({
  connectorOf: memoizeWeak(
    (entry: CatalogueWallet): Connector => ({ group: 'recommended', found: [], entry }),
  ),
  rowOf: memoizeWeak(walletRow),
}))

const listedAtom = atom((get) => get(listedWalletsAtom).wallets)

/** Every loaded wallet once: installed, featured and custom ones first. */
const allRowsAtom = atom((get): readonly WalletRow[] => {
  const { connectorOf, rowOf } = get(rowCacheAtom)
  const connectors = [...get(customConnectorsAtom), ...get(listedAtom).map(connectorOf)]
  return sortWallets(connectors, undefined, get(excludedWalletsAtom)).map(rowOf)
})

/** The rows that need no page. Most were on the Connect view, with their icons. */
const connectorRowsAtom = atom((get): readonly WalletRow[] =>
  sortWallets(get(customConnectorsAtom), undefined, get(excludedWalletsAtom)).map(walletRow),
)

/** Loads an image in advance. An atom, because tests have no images. */
export const imageLoaderAtom = atom({ load: loadImage })

/** Preloads the first icons of the list once. The rows wait for them at most 2 s (SPEC §9). */
const imagePreloadAtom = queryAtom<boolean>((get) => {
  const { clock } = get(portsAtom)
  const { load } = get(imageLoaderAtom)
  const icons = get(allRowsAtom)
    .slice(0, imagePreloadCount)
    .flatMap(({ icon }) => icon ?? [])
  return {
    key: ['wallets', get(hostConfigAtom).projectId, 'pictures'],
    staleTimeMs: Number.POSITIVE_INFINITY,
    enabled: get(listedAtom).length > 0,
    load: async () => {
      await preloadImages(clock, icons, imagePreloadLimitMs, load)
      return true
    },
  }
})

const pagesAtom = atom((get): WalletCatalogue => {
  const { wallets, shown, count, more, isOffline } = get(listedWalletsAtom)
  const all = get(allRowsAtom)
  const connectorCount = Math.max(0, all.length - wallets.length)
  if (wallets.length > 0 && get(imagePreloadAtom).is === 'loading') {
    const rows = get(connectorRowsAtom)
    return { rows, total: rows.length, more: 'loading', isOffline }
  }
  const rows = all.slice(0, connectorCount + shown)
  return { rows, total: more === 'none' ? rows.length : connectorCount + count, more, isOffline }
})

const filterByName = (rows: readonly WalletRow[], search: string): readonly WalletRow[] => {
  const query = searchText(search)
  return rows.filter(({ name }) => searchText(name).includes(query))
}

/** Search results without the API; all loaded wallets, by pages of 40, while the text is empty. */
export const localWalletSearchAtom = atomFamily((search: string) =>
  atom((get): WalletCatalogue => {
    const pages = get(pagesAtom)
    const query = search.trim()
    if (query === '') return pages
    const rows = filterByName(get(allRowsAtom), query).slice(0, walletSearchLimit)
    // Without the API no further results follow.
    const more = pages.isOffline ? 'none' : 'loading'
    return { rows, total: rows.length, more, isOffline: pages.isOffline }
  }),
)

/**
 * The wallets of a search, by pages of 40 while the text is empty (SPEC §9). Loaded wallets match at once; the API's result,
 * fetched after 300 ms without input, replaces them.
 */
export const walletCatalogueAtom = atomFamily((search: string) =>
  atom((get): WalletCatalogue => {
    const query = search.trim()
    if (query === '') return get(pagesAtom)
    const result = get(walletSearchAtom(query))
    if (result.is !== 'ready') {
      const local = get(localWalletSearchAtom(search))
      return result.is === 'failed' ? { ...local, more: 'none', isOffline: true } : local
    }
    const { connectorOf, rowOf } = get(rowCacheAtom)
    const connectors = [...get(customConnectorsAtom), ...result.data.map(connectorOf)]
    const found = sortWallets(connectors, undefined, get(excludedWalletsAtom))
    const ids = new Set(result.data.map(({ id }) => id))
    // The server can match by more than the name.
    const rows = found
      .map(rowOf)
      .filter((row) => ids.has(row.entry?.id ?? '') || filterByName([row], query).length > 0)
      .slice(0, walletSearchLimit)
    return { rows, total: rows.length, more: 'none', isOffline: false }
  }),
)
