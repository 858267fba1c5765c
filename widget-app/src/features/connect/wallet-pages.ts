import { endpointUrl } from '#shared/api/endpoint.ts'
import { getWalletImage } from '#shared/api/images.ts'
import { getWallets } from '#shared/api/wallets.ts'
import { walletPageSize } from '#shared/config/limits.ts'
import {
  type CatalogueWallet,
  fromListEntry,
  parseBundledWallets,
  servesAny,
} from '#widget/kernel/catalogue-wallet.ts'
import { apiAtom, hostConfigAtom } from '#widget/kernel/config.ts'
import { orderWallets, type WalletSource } from '#widget/kernel/connector-order.ts'
import { lifetimesMs } from '#widget/kernel/lifetimes.ts'
import { configuredNamespacesAtom } from '#widget/kernel/networks.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import {
  type WalletRow,
  walletByIdAtom,
  walletListAtom,
  walletRow,
  walletRowsAtom,
} from '#widget/kernel/wallets.ts'
import { request } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { Loaded } from '#widget/lib/remote-data.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

type WalletPage = {
  readonly wallets: readonly CatalogueWallet[]
  /** Of all pages together. */
  readonly count: number
  readonly isOffline: boolean
}

type PageQuery = { readonly page: number; readonly entries: number; readonly include?: readonly string[] }

const fetchPageAtom = atom((get) => {
  const ports = get(portsAtom)
  const api = get(apiAtom)
  const imageUrl = (id: string) => endpointUrl(api.baseUrl, getWalletImage, { id }, {}, api.common)
  const bundledPage = async ({ page, entries, include }: PageQuery): Promise<WalletPage> => {
    const all = parseBundledWallets(await ports.bundled.wallets())
    const wallets = include ? all.filter(({ id }) => include.includes(id)) : all
    const from = (page - 1) * entries
    return { wallets: wallets.slice(from, from + entries), count: wallets.length, isOffline: true }
  }
  return async (query: PageQuery, signal: AbortSignal): Promise<WalletPage> => {
    try {
      const { data, count } = await request(ports, api, getWallets, { params: {}, query, signal })
      return { wallets: data.map((entry) => fromListEntry(entry, imageUrl)), count, isOffline: false }
    } catch (cause) {
      signal.throwIfAborted()
      ports.log('APKT003 Network Error: Wallet Load Failed', cause)
      return bundledPage(query)
    }
  }
})

const pageAtom = atomFamily((page: number) =>
  queryAtom<WalletPage>((get) => {
    const fetchPage = get(fetchPageAtom)
    const { projectId, includeWalletIds } = get(hostConfigAtom)
    const include = includeWalletIds ? { include: includeWalletIds } : {}
    return {
      key: ['wallets', projectId, 'page', page],
      lifetimeMs: lifetimesMs.wallets,
      load: (signal) => fetchPage({ page, entries: walletPageSize, ...include }, signal),
    }
  }),
)

const wantedPagesAtom = atom(1)

/** Wallets to show, installed ones first; `more` tells whether scrolling on brings others. */
export type WalletCatalogue = {
  readonly rows: readonly WalletRow[]
  readonly more: 'none' | 'loading' | 'available'
  /** Whether a part of it comes from the built-in list because the API could not be reached. */
  readonly isOffline: boolean
}

const pagesAtom = atom((get): WalletCatalogue => {
  const pages: WalletPage[] = []
  let isLoading = false
  for (let page = 1; page <= get(wantedPagesAtom) && !isLoading; page += 1) {
    const loaded: Loaded<WalletPage> = get(pageAtom(page))
    if (loaded.is === 'ready') pages.push(loaded.data)
    else isLoading = loaded.is === 'loading'
  }
  const namespaces = get(configuredNamespacesAtom)
  const listed = pages.flatMap(({ wallets }) => wallets)
  const sources: readonly WalletSource[] = [
    ...get(walletRowsAtom).flatMap(({ found, entry }): readonly WalletSource[] =>
      found.length === 0 ? [] : [{ group: 'injected', found, entry }],
    ),
    ...listed
      .filter((wallet) => servesAny(wallet, namespaces))
      .map((entry): WalletSource => ({ group: 'recommended', found: [], entry })),
  ]
  const excluded = (get(hostConfigAtom).excludeWalletIds ?? []).map((id) => ({ id }))
  return {
    rows: orderWallets(sources, undefined, excluded).map(walletRow),
    more: isLoading ? 'loading' : listed.length < (pages.at(-1)?.count ?? 0) ? 'available' : 'none',
    isOffline: pages.some(({ isOffline }) => isOffline),
  }
})

const matching = (rows: readonly WalletRow[], search: string): readonly WalletRow[] => {
  const wanted = search.toLowerCase()
  return rows.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/**
 * The wallets of a search, by pages of 40 while it is empty (SPEC §9). What is already here is matched at once; the
 * API's answer, asked for after 300 ms without a new letter, takes its place.
 */
export const walletCatalogueAtom = atomFamily((search: string) =>
  atom((get): WalletCatalogue => {
    const wanted = search.trim()
    const known = get(pagesAtom)
    if (wanted === '') return known
    const found = get(walletListAtom(wanted))
    if (found.is === 'ready') return { rows: found.data.rows, more: 'none', isOffline: found.data.isOffline }
    const isLoading = found.is === 'loading'
    return { ...known, rows: matching(known.rows, wanted), more: isLoading ? 'loading' : 'none' }
  }),
)

/** Loads the next page of the list without a search. */
export const showMoreWalletsAtom = atom(null, (get, set) => {
  if (get(pagesAtom).more === 'available') set(wantedPagesAtom, (pages) => pages + 1)
})

const namedAtom = atomFamily((id: string) =>
  queryAtom<WalletRow | undefined>((get) => {
    const fetchPage = get(fetchPageAtom)
    return {
      key: ['wallets', get(hostConfigAtom).projectId, 'named', id],
      lifetimeMs: lifetimesMs.wallets,
      load: async (signal) => {
        const { wallets } = await fetchPage({ page: 1, entries: 1, include: [id] }, signal)
        const entry = wallets.find((wallet) => wallet.id === id)
        return entry && walletRow({ group: 'recommended', found: [], entry })
      },
    }
  }),
)

/** One wallet by its row id: from what is loaded, else asked for by name. */
export const walletAtom = atomFamily((id: string) =>
  atom((get): WalletRow | 'loading' | 'unknown' => {
    const known = get(walletByIdAtom(id)) ?? get(pagesAtom).rows.find((row) => row.id === id)
    if (known) return known
    const named = get(namedAtom(id))
    if (named.is === 'loading') return 'loading'
    return (named.is === 'ready' ? named.data : undefined) ?? 'unknown'
  }),
)
