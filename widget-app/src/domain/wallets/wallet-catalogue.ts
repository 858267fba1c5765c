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

/** Wallets of one API response; `count` is the number of all matches. */
export type WalletPage = { readonly wallets: readonly CatalogueWallet[]; readonly count: number }

/**
 * The data of Connect from the catalogue: its first page, and the wallets that the host names; `bundled` if the API failed.
 */
type InitialCatalogue = WalletPage & {
  readonly named: readonly CatalogueWallet[]
  readonly source: 'api' | 'bundled'
}

/** The first bundled wallets, available before any call. */
const topWalletsAtom = atom((get): readonly CatalogueWallet[] =>
  parseBundledWallets(get(portsAtom).bundled.topWallets),
)

export type WalletSearch = {
  readonly search?: string
  readonly exclude?: readonly string[]
  readonly chains?: readonly string[]
  readonly include?: readonly string[]
  readonly page?: number
  readonly entries?: number
}

/**
 * The host's filter: included or excluded ids, and its chains. The main chain of each namespace is added, because the
 * catalogue does not know host-defined networks, but wallets of their namespace support them.
 */
export const walletFilterAtom = atom((get): WalletSearch => {
  const { includeWalletIds: include, excludeWalletIds: exclude } = get(hostConfigAtom)
  const mainChains = get(configuredNamespacesAtom).flatMap((namespace) => defaultNetworks[namespace] ?? [])
  return {
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    chains: [...new Set([...get(configuredChainIdsAtom), ...mainChains])],
  }
})

/** Whether a catalogue wallet passes the host's filter of ids and namespaces. */
export const isIncludedWalletAtom = atom((get) => {
  const { includeWalletIds: included, excludeWalletIds: excluded } = get(hostConfigAtom)
  const namespaces = get(configuredNamespacesAtom)
  return (wallet: CatalogueWallet): boolean =>
    supportsAnyNamespace(wallet, namespaces) &&
    included?.includes(wallet.id) !== false &&
    !excluded?.includes(wallet.id)
})

/** Fetches wallets from the API. */
export const fetchWalletsAtom = atom((get) => {
  const ports = get(viewPortsAtom)
  const api = get(apiAtom)
  const bundledIcons = new Map(get(topWalletsAtom).map((wallet) => [wallet.id, wallet.imageUrl]))
  // Created once, and filled in for each wallet of a page.
  const idPlaceholder = '{id}'
  const imageUrlTemplate = endpointUrl(api.baseUrl, getWalletImage, { id: idPlaceholder }, {}, api.common)
  const imageUrl = (id: string) =>
    imageUrlTemplate.replace(encodeURIComponent(idPlaceholder), () => encodeURIComponent(id))
  return async (query: WalletSearch, signal: AbortSignal): Promise<WalletPage> => {
    const { data, count } = await fetchEndpoint(ports, api, getWallets, { params: {}, query, signal })
    // The icon URL of the bundled list is kept, so that a row does not change its icon when the response arrives.
    const wallets = walletsOf(data).map((entry) => {
      const wallet = fromListEntry(entry, imageUrl)
      return { ...wallet, imageUrl: bundledIcons.get(wallet.id) ?? wallet.imageUrl }
    })
    return { wallets, count }
  }
})

/** Loads the complete bundled list, and parses it once. */
export const loadBundledWalletsAtom = atom((get) => {
  const { bundled } = get(portsAtom)
  let list: Promise<readonly CatalogueWallet[]> | undefined
  return () => {
    list ??= bundled.wallets().then(parseBundledWallets)
    return list
  }
})

/**
 * The wallets of Connect: the first page, and those that the host features or excludes by id, because excluding needs their
 * rdns and name. Falls back to the complete bundled list.
 */
export const catalogueAtom = eagerQueryAtom<InitialCatalogue>((get) => {
  const fetchWallets = get(fetchWalletsAtom)
  const filter = get(walletFilterAtom)
  const loadBundled = get(loadBundledWalletsAtom)
  const isIncluded = get(isIncludedWalletAtom)
  const { alert, log } = get(portsAtom)
  const { projectId, featuredWalletIds = [], excludeWalletIds = [] } = get(hostConfigAtom)
  const hostIds = [...featuredWalletIds, ...excludeWalletIds]
  return {
    key: ['wallets', projectId, 'first', hostIds, filter],
    staleTimeMs: staleTimesMs.wallets,
    enabled: get(hasOpenedAtom),
    load: async (signal) => {
      try {
        const [first, named] = await Promise.all([
          fetchWallets({ page: 1, entries: walletPageSize, ...filter }, signal),
          hostIds.length === 0
            ? undefined
            : fetchWallets({ include: hostIds, entries: hostIds.length }, signal),
        ])
        return { ...first, named: named?.wallets ?? [], source: 'api' }
      } catch (cause) {
        signal.throwIfAborted()
        alert('APKT003')
        log('The list of wallets could not be loaded', cause)
        const wallets = await loadBundled()
        return { wallets, count: wallets.filter(isIncluded).length, named: [], source: 'bundled' }
      }
    },
  }
})

/** Wallets loaded so far: the bundled top wallets until the catalogue is loaded. */
export const knownWalletsAtom = atom((get): readonly CatalogueWallet[] => {
  const loaded = get(catalogueAtom)
  if (loaded.is !== 'ready') return get(topWalletsAtom)
  const { wallets, named } = loaded.data
  const ids = new Set(wallets.map(({ id }) => id))
  return [...wallets, ...named.filter(({ id }) => !ids.has(id))]
})

/** The number of all wallets, once it is known. */
export const walletCountAtom = atom((get): number | undefined => {
  const loaded = get(catalogueAtom)
  return loaded.is === 'ready' ? loaded.data.count : undefined
})

/** Additional wallets of lazily loaded views, which set their own atom here. */
export const nextWalletPageAtom = atom<Atom<readonly CatalogueWallet[]>>(atom([]))
