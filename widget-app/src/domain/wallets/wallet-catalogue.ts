import { endpointUrl } from '#shared/api/endpoint.ts'
import { getWalletImage } from '#shared/api/images.ts'
import { getWallets, walletsOf } from '#shared/api/wallets.ts'
import { walletPageSize } from '#shared/config/limits.ts'
import { apiAtom, hostConfigAtom } from '#widget/core/config.ts'
import { hasOpenedAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import {
  configuredChainIdsAtom,
  configuredNamespacesAtom,
  defaultNetworks,
} from '#widget/domain/networks/networks.ts'
import { eagerQueryAtom } from '#widget/lib/eager-query.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { type Atom, atom } from '#widget/lib/state.ts'
import {
  type CatalogueWallet,
  fromListEntry,
  parseBundledWallets,
  supportsAnyNamespace,
} from './catalogue-wallet.ts'

/** Wallets of one answer of the API. `count` is that of all matches. */
export type WalletPage = { readonly wallets: readonly CatalogueWallet[]; readonly count: number }

/** What Connect knows of the catalogue: its first page, and the wallets the host named; `bundled` without the API. */
type FirstAnswer = WalletPage & {
  readonly named: readonly CatalogueWallet[]
  readonly source: 'api' | 'bundled'
}

/** The first wallets of the built-in list, at hand before any call. */
const topWalletsAtom = atom((get): readonly CatalogueWallet[] =>
  parseBundledWallets(get(portsAtom).bundled.topWallets),
)

export type Search = {
  readonly search?: string
  readonly exclude?: readonly string[]
  readonly chains?: readonly string[]
  readonly include?: readonly string[]
  readonly page?: number
  readonly entries?: number
}

/**
 * What a host wishes of the list: only or without some ids, and its chains. The main chain of each ecosystem counts as
 * one of them, because no list knows the networks which a host brings along, and the wallets of an ecosystem do.
 */
export const walletFilterAtom = atom((get): Search => {
  const { includeWalletIds: include, excludeWalletIds: exclude } = get(hostConfigAtom)
  const main = get(configuredNamespacesAtom).flatMap((namespace) => defaultNetworks[namespace] ?? [])
  return {
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    chains: [...new Set([...get(configuredChainIdsAtom), ...main])],
  }
})

/** Whether a wallet of the catalogue is one the host wants, as far as that goes by ids and ecosystems. */
export const isIncludedWalletAtom = atom((get) => {
  const { includeWalletIds: included, excludeWalletIds: excluded } = get(hostConfigAtom)
  const namespaces = get(configuredNamespacesAtom)
  return (wallet: CatalogueWallet): boolean =>
    supportsAnyNamespace(wallet, namespaces) &&
    included?.includes(wallet.id) !== false &&
    !excluded?.includes(wallet.id)
})

/** Asks the API for wallets. */
export const fetchWalletsAtom = atom((get) => {
  const ports = get(viewPortsAtom)
  const api = get(apiAtom)
  const known = new Map(get(topWalletsAtom).map((wallet) => [wallet.id, wallet.imageUrl]))
  // Made once and filled in for each of the wallets of a page.
  const gap = '{id}'
  const address = endpointUrl(api.baseUrl, getWalletImage, { id: gap }, {}, api.common)
  const imageUrl = (id: string) => address.replace(encodeURIComponent(gap), () => encodeURIComponent(id))
  return async (query: Search, signal: AbortSignal): Promise<WalletPage> => {
    const { data, count } = await fetchEndpoint(ports, api, getWallets, { params: {}, query, signal })
    // The same picture address as in the built-in list, so that a row does not change its picture when the answer comes.
    const wallets = walletsOf(data).map((entry) => {
      const wallet = fromListEntry(entry, imageUrl)
      return { ...wallet, imageUrl: known.get(wallet.id) ?? wallet.imageUrl }
    })
    return { wallets, count }
  }
})

/** Loads the whole built-in list, and reads it once. */
export const loadBundledWalletsAtom = atom((get) => {
  const { bundled } = get(portsAtom)
  let list: Promise<readonly CatalogueWallet[]> | undefined
  return () => {
    list ??= bundled.wallets().then(parseBundledWallets)
    return list
  }
})

/**
 * The wallets Connect draws from: the first page, and those the host features or excludes by id, because excluding
 * goes by their rdns and name. Falls back to the whole built-in list.
 */
export const catalogueAtom = eagerQueryAtom<FirstAnswer>((get) => {
  const fetchWallets = get(fetchWalletsAtom)
  const filter = get(walletFilterAtom)
  const loadBundled = get(loadBundledWalletsAtom)
  const isWanted = get(isIncludedWalletAtom)
  const { alert, log } = get(portsAtom)
  const { projectId, featuredWalletIds = [], excludeWalletIds = [] } = get(hostConfigAtom)
  const wanted = [...featuredWalletIds, ...excludeWalletIds]
  return {
    key: ['wallets', projectId, 'first', wanted, filter],
    lifetimeMs: staleTimesMs.wallets,
    enabled: get(hasOpenedAtom),
    load: async (signal) => {
      try {
        const [first, named] = await Promise.all([
          fetchWallets({ page: 1, entries: walletPageSize, ...filter }, signal),
          wanted.length === 0 ? undefined : fetchWallets({ include: wanted, entries: wanted.length }, signal),
        ])
        return { ...first, named: named?.wallets ?? [], source: 'api' }
      } catch (cause) {
        signal.throwIfAborted()
        alert('APKT003')
        log('The list of wallets could not be loaded', cause)
        const wallets = await loadBundled()
        return { wallets, count: wallets.filter(isWanted).length, named: [], source: 'bundled' }
      }
    },
  }
})

/** Wallets known so far: the built-in top until the catalogue is there. */
export const knownWalletsAtom = atom((get): readonly CatalogueWallet[] => {
  const loaded = get(catalogueAtom)
  if (loaded.is !== 'ready') return get(topWalletsAtom)
  const { wallets, named } = loaded.data
  const ids = new Set(wallets.map(({ id }) => id))
  return [...wallets, ...named.filter(({ id }) => !ids.has(id))]
})

/** How many wallets there are in all, once it is known. */
export const walletCountAtom = atom((get): number | undefined => {
  const loaded = get(catalogueAtom)
  return loaded.is === 'ready' ? loaded.data.count : undefined
})

/** What views that load later know beyond that; they put an atom of theirs here. */
export const nextWalletPageAtom = atom<Atom<readonly CatalogueWallet[]>>(atom([]))
