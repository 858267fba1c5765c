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
import { soughtWordsAtom } from './search-text.ts'
import { walletSearchAtom } from './wallet-search.ts'

/** After this long without an answer the built-in list is shown; the answer still takes its place when it comes. */
const patienceMs = 3_000

const pageQueryAtom = atomFamily((page: number) =>
  queryAtom<WalletPage>((get) => {
    const fetchWallets = get(fetchWalletsAtom)
    const filter = get(walletFilterAtom)
    const { alert, log } = get(portsAtom)
    return {
      key: ['wallets', get(hostConfigAtom).projectId, 'page', page, filter],
      lifetimeMs: staleTimesMs.wallets,
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
    // Connect has asked for the first one already.
    const first = get(catalogueAtom)
    return first.is === 'ready' && first.data.source === 'bundled' ? { is: 'failed' } : first
  }),
)

const wantedPagesAtom = atom(1)

type Pages = { readonly answers: readonly WalletPage[]; readonly rest: 'none' | 'loading' | 'failed' }

/** The first pages, as far as they have come. Asking for one more behind a gap changes nothing: it is the same object. */
const pagesUpToAtom = atomFamily((page: number) =>
  atom((get): Pages => {
    if (page === 0) return { answers: [], rest: 'none' }
    const before = get(pagesUpToAtom(page - 1))
    if (before.rest !== 'none') return before
    const loaded = get(pageAtom(page))
    return loaded.is === 'ready'
      ? { answers: [...before.answers, loaded.data], rest: 'none' }
      : { answers: before.answers, rest: loaded.is }
  }),
)

const pagesAtom = atom((get) => get(pagesUpToAtom(get(wantedPagesAtom))))

const isSlowAtom = queryAtom<boolean>((get) => {
  const { clock } = get(portsAtom)
  return {
    key: ['wallets', get(hostConfigAtom).projectId, 'patience', get(pagesAtom).answers.length],
    lifetimeMs: Number.POSITIVE_INFINITY,
    load: async (signal) => {
      await sleep(clock, patienceMs, signal)
      return true
    },
  }
})

const isCutOffAtom = atom((get) => {
  const { rest } = get(pagesAtom)
  return rest === 'failed' || (rest === 'loading' && get(isSlowAtom).is === 'ready')
})

const bundledAtom = queryAtom<readonly CatalogueWallet[]>((get) => {
  const loadBundled = get(loadBundledWalletsAtom)
  return {
    key: ['bundled-wallets'],
    lifetimeMs: Number.POSITIVE_INFINITY,
    enabled: get(isCutOffAtom),
    load: loadBundled,
  }
})

/** The catalogue as far as it is here, in its order. */
export type ListedWallets = {
  /** All that is known; of it the list shows `shown`. */
  readonly wallets: readonly CatalogueWallet[]
  readonly shown: number
  /** Of the whole list, on the server or built in. */
  readonly count: number
  readonly more: 'none' | 'loading' | 'available'
  /** Whether the built-in list stands in for the API. */
  readonly isOffline: boolean
}

/** All that is known: where the API fails, the built-in list goes on from there. The same object until that changes. */
const knownAtom = atom((get): readonly CatalogueWallet[] => {
  const paged = get(pagesAtom).answers.flatMap(({ wallets }) => wallets)
  const bundled: QueryResult<readonly CatalogueWallet[]> = get(bundledAtom)
  if (!get(isCutOffAtom) || bundled.is !== 'ready') return paged.filter(get(isIncludedWalletAtom))
  const ids = new Set(paged.map(({ id }) => id))
  return [...paged, ...bundled.data.filter(({ id }) => !ids.has(id))].filter(get(isIncludedWalletAtom))
})

/** The pages that were scrolled to, by 40 (SPEC §9). */
const listAtom = atom((get): ListedWallets => {
  const { answers, rest } = get(pagesAtom)
  const wallets = get(knownAtom)
  if (get(isCutOffAtom)) {
    const count = wallets.length
    if (get(bundledAtom).is !== 'ready')
      return { wallets, shown: count, count, more: 'loading', isOffline: true }
    const shown = get(wantedPagesAtom) * walletPageSize
    return { wallets, shown, count, more: shown < count ? 'available' : 'none', isOffline: true }
  }
  const count = answers.at(-1)?.count ?? 0
  const paged = answers.reduce((sum, answer) => sum + answer.wallets.length, 0)
  const more = rest === 'loading' ? 'loading' : paged < count ? 'available' : 'none'
  return { wallets, shown: wallets.length, count, more, isOffline: false }
})

/** What the rest of the widget may be asked about: the list, and what a search has found beyond it. */
const choosableAtom = atom((get): readonly CatalogueWallet[] => [
  ...get(knownAtom),
  ...get(soughtWordsAtom).flatMap((words) => {
    const found = get(walletSearchAtom(words))
    return found.is === 'ready' ? found.data : []
  }),
])

/** The catalogue as far as it is here. */
export const listedWalletsAtom = atom(
  (get) => get(listAtom),
  (_get, set) => set(nextWalletPageAtom, choosableAtom),
)
listedWalletsAtom.onMount = (tell) => tell()

/** Loads the next page. */
export const showMoreWalletsAtom = atom(null, (get, set) => {
  if (get(listedWalletsAtom).more === 'available') set(wantedPagesAtom, (pages) => pages + 1)
})

/** Asks the API again for what it has not given. */
export const retryWalletsAtom = atom(null, async (get, set): Promise<void> => {
  const missing = Array.from({ length: get(wantedPagesAtom) }, (_, at) => at + 1).filter(
    (page) => get(pageAtom(page)).is === 'failed',
  )
  await Promise.all(missing.map((page) => set(page === 1 ? catalogueAtom : pageQueryAtom(page))))
})
