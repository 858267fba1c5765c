import type { Namespace } from '#shared/caip/namespace.ts'
import {
  type DiscoveredWallet,
  isPageWallet,
  walletKeyOf,
} from '#shared/channel/records/discovered-wallet.ts'
import type { ConnectorGroup } from '#shared/config/connector-order.ts'
import { featuredWalletCount, recentWalletLimit, recommendedWalletCount } from '#shared/config/limits.ts'
import { deployConfigAtom, hostConfigAtom } from '#widget/core/config.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { requestedNamespaceAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { configuredNamespacesAtom } from '#widget/domain/networks/networks.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import {
  anyWallet,
  type CatalogueWallet,
  fromCustomWallet,
  supportsAnyNamespace,
} from './catalogue-wallet.ts'
import { discoveredWalletsAtom } from './discovered-wallets.ts'
import { recentWalletsAtom } from './enabled-wallets.ts'
import { allNamesOf, type Connector, configEntryOf } from './sort-wallets.ts'
import {
  isIncludedWalletAtom,
  knownWalletsAtom,
  loadBundledWalletsAtom,
  walletCountAtom,
} from './wallet-catalogue.ts'

/** Whether WalletConnect is configured. */
export const hasWalletConnectAtom = atom((get) => get(deployConfigAtom).walletConnect.relayUrl !== '')

const isSameDiscovered = (left: DiscoveredWallet, right: DiscoveredWallet): boolean =>
  walletKeyOf(left) === walletKeyOf(right)

const injectedSources = (found: readonly DiscoveredWallet[]): readonly Connector[] => {
  const groups: DiscoveredWallet[][] = []
  for (const wallet of found) {
    const group = groups.find(([first]) => first && isSameDiscovered(first, wallet))
    if (group) group.push(wallet)
    else groups.push([wallet])
  }
  // The wallet of a bare `window.ethereum` is not known: it comes last.
  const isLegacyOnly = (group: readonly DiscoveredWallet[]) =>
    group.every(({ source }) => source === 'legacy')
  return [...groups.filter((group) => !isLegacyOnly(group)), ...groups.filter(isLegacyOnly)].map((group) => ({
    group: 'injected',
    found: group,
    entry: undefined,
  }))
}

const hasName = (key: string, wallet: CatalogueWallet): boolean =>
  wallet.rdns === key || wallet.id === key || wallet.name === key

const installedAtom = atom((get): readonly DiscoveredWallet[] => {
  const namespaces = get(configuredNamespacesAtom)
  return get(discoveredWalletsAtom).filter(
    // A WalletConnect session is a connection, not a wallet to select; our own wallet is selected by its login.
    (wallet) => isPageWallet(wallet) && namespaces.includes(wallet.namespace),
  )
})

/** Installed wallets of all configured namespaces. */
export const installedConnectorsAtom = atom((get) => injectedSources(get(installedAtom)))

/** A request for one namespace shows only its wallets. */
const shownNamespacesAtom = atom((get): readonly Namespace[] => {
  const namespaces = get(configuredNamespacesAtom)
  const requested = namespaces.filter((namespace) => namespace === get(requestedNamespaceAtom))
  return requested.length > 0 ? requested : namespaces
})

/** The catalogue's connectors: the host's featured wallets or the first four, and the next four as recommended. */
const catalogueSourcesAtom = atom((get): readonly Connector[] => {
  const { featuredWalletIds } = get(hostConfigAtom)
  const sought = get(shownNamespacesAtom)
  const usable = get(knownWalletsAtom)
    .filter(get(isIncludedWalletAtom))
    .filter((wallet) => supportsAnyNamespace(wallet, sought))
  const featured = featuredWalletIds
    ? featuredWalletIds.flatMap((id) => usable.find((wallet) => wallet.id === id) ?? [])
    : usable.slice(0, featuredWalletCount)
  const recommended = usable.filter((wallet) => !featured.includes(wallet)).slice(0, recommendedWalletCount)
  const source =
    (group: ConnectorGroup) =>
    (entry: CatalogueWallet): Connector => ({ group, found: [], entry })
  return [...featured.map(source('featured')), ...recommended.map(source('recommended'))]
})

const discoveredSourcesAtom = atom((get): readonly Connector[] => {
  const sought = get(shownNamespacesAtom)
  return injectedSources(get(installedAtom).filter(({ namespace }) => sought.includes(namespace)))
})

/**
 * The bundled list, loaded only if it contains a discovered wallet that the first page of the API's list lacks: fetching
 * that from the API would disclose an installed wallet.
 */
const bundledWalletsAtom = queryAtom<readonly CatalogueWallet[]>((get) => {
  const known = get(knownWalletsAtom)
  const { names } = get(portsAtom).bundled
  const isUnknown = (source: Connector) =>
    !configEntryOf(source, known) &&
    source.found.some((wallet) => wallet.source !== 'legacy') &&
    allNamesOf(source).some((name) => names.includes(name))
  return {
    key: ['bundled-wallets'],
    staleTimeMs: Number.POSITIVE_INFINITY,
    enabled: get(walletCountAtom) !== undefined && get(discoveredSourcesAtom).some(isUnknown),
    load: get(loadBundledWalletsAtom),
  }
})

const noWallets: readonly CatalogueWallet[] = []
const bundledEntriesAtom = atom((get) => {
  const bundled = get(bundledWalletsAtom)
  return bundled.is === 'ready' ? bundled.data : noWallets
})

/** Discovered wallets, with their catalogue entries so far. */
const injectedAtom = atom((get): readonly Connector[] => {
  const known = [...get(knownWalletsAtom), ...get(bundledEntriesAtom)]
  return get(discoveredSourcesAtom).map((source) => ({ ...source, entry: configEntryOf(source, known) }))
})

/** Wallets that only the host defines. */
const customAtom = atom((get): readonly Connector[] =>
  get(hostConfigAtom).customWallets.map((wallet) => ({
    group: 'custom',
    found: [],
    entry: fromCustomWallet(wallet),
  })),
)

/** Connectors available without the catalogue's pages: installed ones, the host's custom and featured ones. */
export const customConnectorsAtom = atom((get): readonly Connector[] => [
  ...get(injectedAtom),
  ...get(customAtom),
  ...get(catalogueSourcesAtom).filter(({ group }) => group === 'featured'),
])

/** All connectors of the Connect view, each with its group (SPEC §4). */
export const connectorsAtom = atom((get): readonly Connector[] => {
  const known = get(knownWalletsAtom)
  const injected = get(injectedAtom)
  const recents = get(recentWalletsAtom).slice(0, recentWalletLimit)
  const recent = recents.flatMap((key): readonly Connector[] => {
    const source = injected.find(({ found }) => found.some((wallet) => walletKeyOf(wallet) === key))
    if (source) return [{ ...source, group: 'recent' }]
    const entry = known.find((wallet) => hasName(key, wallet))
    return entry ? [{ group: 'recent', found: [], entry }] : []
  })
  // A phone has no second screen to scan with: its wallets open by their links.
  const pairing: readonly Connector[] =
    get(hasWalletConnectAtom) && !get(isPhoneAtom)
      ? [{ group: 'walletConnect', found: [], entry: anyWallet }]
      : []
  return [...pairing, ...recent, ...injected, ...get(customAtom), ...get(catalogueSourcesAtom)]
})
