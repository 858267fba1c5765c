import type { Namespace } from '#shared/caip/namespace.ts'
import { type DiscoveredWallet, walletIdOf, walletKeyOf } from '#shared/channel/records/discovered-wallet.ts'
import type { ConnectorGroup } from '#shared/config/connector-order.ts'
import { featuredWalletCount, recentWalletLimit, recommendedWalletCount } from '#shared/config/limits.ts'
import { deployConfigAtom, hostConfigAtom } from '#widget/core/config.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { requestedNamespaceAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { View } from '#widget/core/view.ts'
import { configuredNamespacesAtom } from '#widget/domain/networks/networks.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import {
  anyWallet,
  type CatalogueWallet,
  fromCustomWallet,
  supportsAnyNamespace,
} from './catalogue-wallet.ts'
import {
  allNamesOf,
  type Connector,
  configEntryOf,
  type ExcludedWallet,
  sortWallets,
} from './connector-order.ts'
import { discoveredWalletsAtom } from './discovered-wallets.ts'
import { recentWalletsAtom } from './enabled-wallets.ts'
import {
  isIncludedWalletAtom,
  knownWalletsAtom,
  loadBundledWalletsAtom,
  nextWalletPageAtom,
  walletCountAtom,
} from './wallet-catalogue.ts'
import { walletDevices } from './wallet-devices.ts'

/** A wallet in a list: once, whatever the number of its announcements and namespaces. */
export type WalletRow = {
  /** rdns or name of an installed wallet, otherwise the catalogue id: stable while the document lives. */
  readonly id: string
  readonly name: string
  /** The catalogue's icon if the rdns is known, otherwise the announced one (`data:`), otherwise undefined. */
  readonly icon: string | undefined
  readonly group: ConnectorGroup
  readonly badge: 'recent' | 'installed' | undefined
  /** Its announcements in this page; empty if it is not installed. */
  readonly found: readonly DiscoveredWallet[]
  readonly entry: CatalogueWallet | undefined
  /** Several announcements on the page claim to be this wallet (channel T20). */
  readonly isDoubtful: boolean
}

/** The row of a wallet. */
export function walletRow({ group, found, entry }: Connector): WalletRow {
  const [first] = found
  const isCatalogued = ({ rdns, injectedId }: DiscoveredWallet) =>
    (rdns !== undefined && rdns === entry?.rdns) ||
    (injectedId !== undefined && entry?.injectedIds.includes(injectedId))
  const isCurated = entry !== undefined && (!first || isCatalogued(first))
  return {
    id: first ? walletKeyOf(first) : (entry?.id ?? ''),
    name: (isCurated ? entry.name : first?.name) ?? entry?.name ?? '',
    icon: (isCurated ? entry.imageUrl : undefined) ?? first?.icon ?? entry?.imageUrl,
    group,
    badge: group === 'recent' ? 'recent' : first ? 'installed' : undefined,
    found,
    entry,
    isDoubtful: found.some((wallet) => wallet.warning),
  }
}

/** The announcements of a row by namespace, the first of each. */
export const discoveredByNamespace = ({ found }: WalletRow): readonly DiscoveredWallet[] =>
  found.filter((wallet, at) => found.findIndex(({ namespace }) => namespace === wallet.namespace) === at)

/** The view that requests an installed wallet to connect. */
export const connectingView = (wallet: DiscoveredWallet): View => ({
  name: 'ConnectingExternal',
  walletId: walletIdOf(wallet),
  handle: wallet.handle,
})

/** What a click on a row depends on besides the row. */
export type RowFacts = {
  /** The namespace that was requested to connect. */
  readonly requestedNamespace: Namespace | undefined
  readonly isPhone: boolean
  readonly hasWalletConnect: boolean
}

/** Whether WalletConnect is configured. */
export const hasWalletConnectAtom = atom((get) => get(deployConfigAtom).walletConnect.relayUrl !== '')

/** The target of a click if the wallet is not installed: pairing if it supports WalletConnect, otherwise its store. */
function notInstalledTarget(
  { id, entry }: WalletRow,
  { requestedNamespace: requested, isPhone, hasWalletConnect }: RowFacts,
): View {
  const links = entry === anyWallet ? undefined : entry?.links
  const isReachable = walletDevices({ isInstalled: false, links, isPhone }).length > 0
  if (!hasWalletConnect || !entry || !isReachable) return { name: 'GetWallet', walletId: id }
  const namespace = requested && { namespace: requested }
  return { name: 'ConnectingWalletConnect', ...(links && { walletId: id }), ...namespace }
}

/**
 * The target of a click on a row: the installed wallet, in the requested namespace if it has that; the selection of a
 * namespace if it has several; otherwise pairing or the store.
 */
export const rowTarget = (row: WalletRow, facts: RowFacts): View =>
  installedTarget(row, facts.requestedNamespace) ?? notInstalledTarget(row, facts)

/** The connecting view of an installed wallet; undefined if it is not installed. */
export function installedTarget(row: WalletRow, requested: Namespace | undefined): View | undefined {
  const wallets = discoveredByNamespace(row)
  const [first, ...others] = wallets
  if (!first) return undefined
  const inNamespace = wallets.find(({ namespace }) => namespace === requested)
  if (!inNamespace && others.length > 0) return { name: 'ConnectingMultiChain', walletId: row.id }
  return connectingView(inNamespace ?? first)
}

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
    // A WalletConnect session is a connection, not a wallet to select.
    (wallet) => wallet.source !== 'walletconnect' && namespaces.includes(wallet.namespace),
  )
})

/** A request for one namespace shows only its wallets. */
const shownNamespacesAtom = atom((get): readonly Namespace[] => {
  const namespaces = get(configuredNamespacesAtom)
  const requested = namespaces.filter((namespace) => namespace === get(requestedNamespaceAtom))
  return requested.length > 0 ? requested : namespaces
})

/** Wallets that the host hides: by id, and by the rdns and name of its catalogue entry (SPEC §5). */
export const excludedWalletsAtom = atom((get): readonly ExcludedWallet[] => {
  const ids = get(hostConfigAtom).excludeWalletIds ?? []
  const known = get(knownWalletsAtom)
  return ids.map((id) => {
    const entry = known.find((wallet) => wallet.id === id)
    return { id, ...(entry ? { name: entry.name } : {}), ...(entry?.rdns ? { rdns: entry.rdns } : {}) }
  })
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

const sourcesAtom = atom((get): readonly Connector[] => {
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

/** The wallets of the Connect view, ordered and grouped (SPEC §4). */
export const walletRowsAtom = atom((get): readonly WalletRow[] =>
  sortWallets(get(sourcesAtom), get(hostConfigAtom).connectorOrder, get(excludedWalletsAtom)).map(walletRow),
)

/** One wallet by row id or wallet id, for the views about it. */
export const walletByIdAtom = atomFamily((id: string) =>
  atom((get): WalletRow | undefined => {
    const matches = (row: WalletRow) =>
      row.id === id || row.entry?.id === id || row.found.some((wallet) => walletIdOf(wallet) === id)
    const listed = get(walletRowsAtom).find(matches)
    if (listed) return listed
    const installed = injectedSources(get(installedAtom)).map(walletRow).find(matches)
    if (installed) return installed
    const entry = [...get(knownWalletsAtom), ...get(get(nextWalletPageAtom))].find(
      (wallet) => wallet.id === id,
    )
    return entry && walletRow({ group: 'recommended', found: [], entry })
  }),
)
