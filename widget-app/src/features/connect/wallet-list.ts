import { walletPageSize } from '#shared/config/limits.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import type { CatalogueWallet } from '#widget/domain/wallets/catalogue-wallet.ts'
import {
  catalogueAtom,
  fetchWalletsAtom,
  isIncludedWalletAtom,
  loadBundledWalletsAtom,
  nextWalletPageAtom,
  type WalletPage,
  walletFilterAtom,
} from '#widget/domain/wallets/wallet-catalogue.ts'
import { sleep } from '#widget/lib/async.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { searchInputsAtom } from './search-text.ts'
import { walletSearchAtom } from './wallet-search.ts'

/** After this long without a response the bundled list is shown. A late response still replaces it. */
const fallbackAfterMs = 3_000

const pageQueryAtom = atomFamily((page: number) =>
  queryAtom<WalletPage>((get) => {
    const fetchWallets = get(fetchWalletsAtom)
    const filter = get(walletFilterAtom)
    const { alert, log } = get(portsAtom)
    return {
      key: ['wallets', get(hostConfigAtom).projectId, 'page', page, filter],
      staleTimeMs: staleTimesMs.wallets,
      load: async (signal) => {
        try {
          return await fetchWallets({ page, entries: walletPageSize, ...filter }, signal)
        } catch (cause) {
          signal.throwIfAborted()
          alert('APKT003')
          log('The list of wallets could not be loaded', cause)
          throw cause
        }
      },
    }
  }),
)

type Page = { readonly is: 'loading' | 'failed' } | { readonly is: 'ready'; readonly data: WalletPage }

const pageAtom = atomFamily((page: number) =>
  atom((get): Page => {
    if (page > 1) return get(pageQueryAtom(page))
    // The Connect view has fetched the first page already.
    const first = get(catalogueAtom)
    return first.is === 'ready' && first.data.source === 'bundled' ? { is: 'failed' } : first
  }),
)

const pageCountAtom = atom(1)

type Pages = { readonly loaded: readonly WalletPage[]; readonly rest: 'none' | 'loading' | 'failed' }

/** The first pages, up to the first that is missing. Requesting another page after a gap returns the same object. */
const pagesUpToAtom = atomFamily((page: number) =>
  atom((get): Pages => {
    if (page === 0) return { loaded: [], rest: 'none' }
    const before = get(pagesUpToAtom(page - 1))
    if (before.rest !== 'none') return before
    const loaded = get(pageAtom(page))
    return loaded.is === 'ready'
      ? { loaded: [...before.loaded, loaded.data], rest: 'none' }
      : { loaded: before.loaded, rest: loaded.is }
  }),
)

const pagesAtom = atom((get) => get(pagesUpToAtom(get(pageCountAtom))))

const isSlowAtom = queryAtom<boolean>((get) => {
  const { clock } = get(portsAtom)
  return {
    key: ['wallets', get(hostConfigAtom).projectId, 'patience', get(pagesAtom).loaded.length],
    staleTimeMs: Number.POSITIVE_INFINITY,
    load: async (signal) => {
      await sleep(clock, fallbackAfterMs, signal)
      return true
    },
  }
})

const usesBundledAtom = atom((get) => {
  const { rest } = get(pagesAtom)
  return rest === 'failed' || (rest === 'loading' && get(isSlowAtom).is === 'ready')
})

const bundledAtom = queryAtom<readonly CatalogueWallet[]>((get) => {
  const loadBundled = get(loadBundledWalletsAtom)
  return {
    key: ['bundled-wallets'],
    staleTimeMs: Number.POSITIVE_INFINITY,
    enabled: get(usesBundledAtom),
    load: loadBundled,
  }
})

/** The catalogue as loaded so far, in its order. */
export type ListedWallets = {
  /** Every loaded wallet; the list shows the first `shown`. */
  readonly wallets: readonly CatalogueWallet[]
  readonly shown: number
  /** The size of the whole list, on the server or bundled. */
  readonly count: number
  readonly more: 'none' | 'loading' | 'available'
  /** True if the bundled list replaces the API. */
  readonly isOffline: boolean
}

/** Every loaded wallet: where the API fails, the bundled list continues. The same object until that changes. */
const loadedWalletsAtom = atom((get): readonly CatalogueWallet[] => {
  const paged = get(pagesAtom).loaded.flatMap(({ wallets }) => wallets)
  const bundled: QueryResult<readonly CatalogueWallet[]> = get(bundledAtom)
  if (!get(usesBundledAtom) || bundled.is !== 'ready') return paged.filter(get(isIncludedWalletAtom))
  const ids = new Set(paged.map(({ id }) => id))
  return [...paged, ...bundled.data.filter(({ id }) => !ids.has(id))].filter(get(isIncludedWalletAtom))
})

/** The pages that the user scrolled to, 40 wallets each (SPEC §9). */
const listAtom = atom((get): ListedWallets => {
  const { loaded, rest } = get(pagesAtom)
  const wallets = get(loadedWalletsAtom)
  if (get(usesBundledAtom)) {
    const count = wallets.length
    if (get(bundledAtom).is !== 'ready')
      return { wallets, shown: count, count, more: 'loading', isOffline: true }
    const shown = get(pageCountAtom) * walletPageSize
    return { wallets, shown, count, more: shown < count ? 'available' : 'none', isOffline: true }
  }
  const count = loaded.at(-1)?.count ?? 0
  const paged = loaded.reduce((sum, walletPage) => sum + walletPage.wallets.length, 0)
  const more = rest === 'loading' ? 'loading' : paged < count ? 'available' : 'none'
  return { wallets, shown: wallets.length, count, more, isOffline: false }
})

/** The wallets that other views can look up by id: the list, and search results beyond it. */
const selectableWalletsAtom = atom((get): readonly CatalogueWallet[] => [
  ...get(loadedWalletsAtom),
  ...get(searchInputsAtom).flatMap((text) => {
    const found = get(walletSearchAtom(text))
    return found.is === 'ready' ? found.data : []
  }),
])

/** The catalogue as loaded so far. */
export const listedWalletsAtom = atom(
  (get) => get(listAtom),
  (_get, set) => set(nextWalletPageAtom, selectableWalletsAtom),
)
listedWalletsAtom.onMount = (init) => init()

/** Fetches the next page. */
export const fetchNextWalletsAtom = atom(null, (get, set) => {
  if (get(listedWalletsAtom).more === 'available') set(pageCountAtom, (pages) => pages + 1)
})

/** Refetches the pages that failed. */
export const retryWalletsAtom = atom(null, async (get, set): Promise<void> => {
  const missing = Array.from({ length: get(pageCountAtom) }, (_, at) => at + 1).filter(
    (page) => get(pageAtom(page)).is === 'failed',
  )
  await Promise.all(missing.map((page) => set(page === 1 ? catalogueAtom : pageQueryAtom(page))))
})
