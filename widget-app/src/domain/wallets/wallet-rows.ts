import type { Namespace } from '#shared/caip/namespace.ts'
import { type DiscoveredWallet, walletIdOf, walletKeyOf } from '#shared/channel/records/discovered-wallet.ts'
import type { ConnectorGroup } from '#shared/config/connector-order.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import type { View } from '#widget/core/view.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { anyWallet, type CatalogueWallet } from './catalogue-wallet.ts'
import { connectorsAtom, installedConnectorsAtom } from './connector-groups.ts'
import { type Connector, type ExcludedWallet, sortWallets } from './sort-wallets.ts'
import { knownWalletsAtom, nextWalletPageAtom } from './wallet-catalogue.ts'
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

/** Wallets that the host hides: by id, and by the rdns and name of its catalogue entry (SPEC §5). */
export const excludedWalletsAtom = atom((get): readonly ExcludedWallet[] => {
  const ids = get(hostConfigAtom).excludeWalletIds ?? []
  const known = get(knownWalletsAtom)
  return ids.map((id) => {
    const entry = known.find((wallet) => wallet.id === id)
    return { id, ...(entry ? { name: entry.name } : {}), ...(entry?.rdns ? { rdns: entry.rdns } : {}) }
  })
})

/** The wallets of the Connect view, ordered and grouped (SPEC §4). */
export const walletRowsAtom = atom((get): readonly WalletRow[] =>
  sortWallets(get(connectorsAtom), get(hostConfigAtom).connectorOrder, get(excludedWalletsAtom)).map(
    walletRow,
  ),
)

/** One wallet by row id or wallet id, for the views about it. */
export const walletByIdAtom = atomFamily((id: string) =>
  atom((get): WalletRow | undefined => {
    const matches = (row: WalletRow) =>
      row.id === id || row.entry?.id === id || row.found.some((wallet) => walletIdOf(wallet) === id)
    const listed = get(walletRowsAtom).find(matches)
    if (listed) return listed
    const installed = get(installedConnectorsAtom).map(walletRow).find(matches)
    if (installed) return installed
    const entry = [...get(knownWalletsAtom), ...get(get(nextWalletPageAtom))].find(
      (wallet) => wallet.id === id,
    )
    return entry && walletRow({ group: 'recommended', found: [], entry })
  }),
)
