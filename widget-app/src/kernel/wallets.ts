import type { Namespace } from '#shared/caip/namespace.ts'
import type { FoundWallet } from '#shared/channel/found-wallet.ts'
import { walletIdOf } from '#shared/channel/found-wallet.ts'
import type { ConnectorGroup } from '#shared/config/connector-order.ts'
import { featuredWalletCount, recommendedWalletCount } from '#shared/config/limits.ts'
import type { Loaded } from '#widget/lib/remote-data.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { type CatalogueWallet, fromCustomWallet, servesAny } from './catalogue-wallet.ts'
import { hostConfigAtom } from './config.ts'
import { type ExcludedWallet, isSameWallet, orderWallets, type WalletSource } from './connector-order.ts'
import { recentWalletsAtom, walletKeyOf } from './enabled-wallets.ts'
import { foundWalletsAtom } from './found-wallets.ts'
import { configuredNamespacesAtom } from './networks.ts'
import type { View } from './view.ts'
import { knownWalletsAtom, walletSearchAtom } from './wallet-catalogue.ts'

/** A wallet as a list shows it: once, whatever the number of its announcements and namespaces. */
export type WalletRow = {
  /** rdns or name of an installed wallet, else the catalogue id: stable while the page lives. */
  readonly id: string
  readonly name: string
  /** The catalogue's picture where the rdns is known, else what the wallet announced (`data:`), else none. */
  readonly icon: string | undefined
  readonly group: ConnectorGroup
  readonly badge: 'recent' | 'installed' | undefined
  /** Its announcements in this page; empty when it is not installed. */
  readonly found: readonly FoundWallet[]
  readonly entry: CatalogueWallet | undefined
  /** Somebody else on the page claims to be this wallet (channel T20). */
  readonly isDoubtful: boolean
}

/** The row of a wallet. */
export function walletRow({ group, found, entry }: WalletSource): WalletRow {
  const [first] = found
  const isCurated = entry !== undefined && (!first || (first.rdns !== undefined && first.rdns === entry.rdns))
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

/** Where a click on a row leads: to the installed wallet, in the wished namespace if it has that, or to its store. */
export function rowTarget(row: WalletRow, namespace: Namespace | undefined): View {
  const wallet = row.found.find((one) => one.namespace === namespace) ?? row.found[0]
  return wallet
    ? { name: 'ConnectingExternal', walletId: walletIdOf(wallet), handle: wallet.handle }
    : { name: 'GetWallet', walletId: row.id }
}

const sameFound = (left: FoundWallet, right: FoundWallet): boolean => walletKeyOf(left) === walletKeyOf(right)

const injectedSources = (found: readonly FoundWallet[]): readonly WalletSource[] => {
  const groups: FoundWallet[][] = []
  for (const wallet of found) {
    const group = groups.find(([first]) => first && sameFound(first, wallet))
    if (group) group.push(wallet)
    else groups.push([wallet])
  }
  return groups.map((group) => ({ group: 'injected', found: group, entry: undefined }))
}

const isCalled = (key: string, wallet: CatalogueWallet): boolean =>
  wallet.rdns === key || wallet.id === key || wallet.name === key

const installedAtom = atom((get): readonly FoundWallet[] => {
  const namespaces = get(configuredNamespacesAtom)
  return get(foundWalletsAtom).filter((wallet) => namespaces.includes(wallet.namespace))
})

/** Wallets the host hides: by id, and by the rdns and name which the catalogue knows for it (SPEC §5). */
const excludedAtom = atom((get): readonly ExcludedWallet[] => {
  const ids = get(hostConfigAtom).excludeWalletIds ?? []
  const known = get(knownWalletsAtom)
  return ids.map((id) => {
    const entry = known.find((wallet) => wallet.id === id)
    return { id, ...(entry ? { name: entry.name } : {}), ...(entry?.rdns ? { rdns: entry.rdns } : {}) }
  })
})

/** What the catalogue contributes: the host's featured wallets or the first four, and the next four as recommended. */
const catalogueSourcesAtom = atom((get): readonly WalletSource[] => {
  const { featuredWalletIds, includeWalletIds } = get(hostConfigAtom)
  const namespaces = get(configuredNamespacesAtom)
  const excluded = get(excludedAtom)
  const usable = get(knownWalletsAtom).filter(
    (wallet) =>
      servesAny(wallet, namespaces) &&
      (includeWalletIds === undefined || includeWalletIds.includes(wallet.id)) &&
      !excluded.some(({ id }) => id === wallet.id),
  )
  const featured = featuredWalletIds
    ? featuredWalletIds.flatMap((id) => usable.find((wallet) => wallet.id === id) ?? [])
    : usable.slice(0, featuredWalletCount)
  const recommended = usable.filter((wallet) => !featured.includes(wallet)).slice(0, recommendedWalletCount)
  const source =
    (group: ConnectorGroup) =>
    (entry: CatalogueWallet): WalletSource => ({ group, found: [], entry })
  return [...featured.map(source('featured')), ...recommended.map(source('recommended'))]
})

const sourcesAtom = atom((get): readonly WalletSource[] => {
  const known = get(knownWalletsAtom)
  const injected = injectedSources(get(installedAtom)).map((source): WalletSource => {
    const entry = known.find((wallet) =>
      isSameWallet(source, { group: 'featured', found: [], entry: wallet }),
    )
    return { ...source, entry }
  })
  const recent = get(recentWalletsAtom).flatMap((key): readonly WalletSource[] => {
    const source = injected.find(({ found }) => found.some((wallet) => walletKeyOf(wallet) === key))
    if (source) return [{ ...source, group: 'recent' }]
    const entry = known.find((wallet) => isCalled(key, wallet))
    return entry ? [{ group: 'recent', found: [], entry }] : []
  })
  const custom = get(hostConfigAtom).customWallets.map(
    (wallet): WalletSource => ({ group: 'custom', found: [], entry: fromCustomWallet(wallet) }),
  )
  return [...recent, ...injected, ...custom, ...get(catalogueSourcesAtom)]
})

/** The wallets of the Connect view, ordered and grouped (SPEC §4). */
export const walletRowsAtom = atom((get): readonly WalletRow[] =>
  orderWallets(get(sourcesAtom), get(hostConfigAtom).connectorOrder, get(excludedAtom)).map(walletRow),
)

/** A page of the AllWallets view. */
export type WalletList = {
  readonly rows: readonly WalletRow[]
  readonly count: number
  readonly isOffline: boolean
}

/** Wallets matching a search, installed ones first, with what is known of their announcements. */
export const walletListAtom = atomFamily((search: string) =>
  atom((get): Loaded<WalletList> => {
    const loaded = get(walletSearchAtom(search))
    if (loaded.is !== 'ready') return loaded
    const wanted = search.trim().toLowerCase()
    const installed = injectedSources(get(installedAtom)).filter(({ found }) =>
      found.some((wallet) => wallet.name.toLowerCase().includes(wanted)),
    )
    const listed = loaded.data.wallets.map(
      (entry): WalletSource => ({ group: 'recommended', found: [], entry }),
    )
    const rows = orderWallets([...installed, ...listed], undefined, get(excludedAtom)).map(walletRow)
    const { count, source } = loaded.data
    return { ...loaded, data: { rows, count, isOffline: source === 'bundled' } }
  }),
)

/** One wallet by row id or wallet id, for the views that are about it. */
export const walletByIdAtom = atomFamily((id: string) =>
  atom((get): WalletRow | undefined => {
    const isIt = (row: WalletRow) =>
      row.id === id || row.entry?.id === id || row.found.some((wallet) => walletIdOf(wallet) === id)
    const shown = get(walletRowsAtom).find(isIt)
    if (shown) return shown
    const installed = injectedSources(get(installedAtom)).map(walletRow).find(isIt)
    if (installed) return installed
    const entry = get(knownWalletsAtom).find((wallet) => wallet.id === id)
    if (entry) return walletRow({ group: 'recommended', found: [], entry })
    const listed = get(walletListAtom(''))
    return listed.is === 'ready' ? listed.data.rows.find(isIt) : undefined
  }),
)
