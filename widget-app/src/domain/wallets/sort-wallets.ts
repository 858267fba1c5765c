import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { type ConnectorGroup, defaultConnectorOrder } from '#shared/config/connector-order.ts'
import type { CatalogueWallet } from './catalogue-wallet.ts'

/** One source that lists a wallet. A wallet may have several; it is shown once, at its first place. */
export type Connector = {
  readonly group: ConnectorGroup
  readonly found: readonly DiscoveredWallet[]
  readonly entry: CatalogueWallet | undefined
}

/** A wallet that the host hides, by any of its names (SPEC §5). */
export type ExcludedWallet = { readonly id?: string; readonly rdns?: string; readonly name?: string }

const fold = (name: string): string => name.trim().toLowerCase()

/** Identifiers of a wallet, one list for each kind. */
type WalletKeys = {
  readonly rdns: readonly string[]
  readonly injectedIds: readonly string[]
  readonly names: readonly string[]
  readonly id: string | undefined
}

const mobileSuffix = '.mobile'

/** A wallet's app may announce itself under a separate rdns (`io.metamask.mobile`); it is the same brand. */
const brandOf = (rdns: string): string =>
  rdns.endsWith(mobileSuffix) ? rdns.slice(0, -mobileSuffix.length) : rdns

/** Plain loops: every catalogue entry is compared with every announced wallet, so that allocations add up. */
function walletKeysOf({ found, entry }: Connector): WalletKeys {
  const rdns: string[] = []
  const injectedIds: string[] = []
  const names: string[] = []
  for (const wallet of found) {
    if (wallet.rdns !== undefined) rdns.push(brandOf(wallet.rdns))
    if (wallet.injectedId !== undefined) injectedIds.push(wallet.injectedId)
    names.push(fold(wallet.name))
  }
  if (entry) {
    if (entry.rdns !== undefined) rdns.push(brandOf(entry.rdns))
    injectedIds.push(...entry.injectedIds)
    names.push(fold(entry.name))
  }
  return { rdns, injectedIds, names, id: entry?.id }
}

type KeyedConnector = { readonly source: Connector; readonly walletKeys: WalletKeys }

const withKeys = (source: Connector): KeyedConnector => ({ source, walletKeys: walletKeysOf(source) })

/** Every name of a wallet: rdns, extension keys, and display names in lower case. */
export function allNamesOf(source: Connector): readonly string[] {
  const { rdns, injectedIds, names } = walletKeysOf(source)
  return [...rdns, ...injectedIds, ...names]
}

const hasCommon = (left: readonly string[], right: readonly string[]): boolean =>
  left.some((one) => right.includes(one))

/**
 * Whether two sources are the same wallet: by rdns or extension key, then name, then catalogue id. The name counts only if
 * one of them has no rdns: two wallets with different rdns are different, whatever their names.
 */
function isSameWallet(left: WalletKeys, right: WalletKeys): boolean {
  if (hasCommon(left.rdns, right.rdns) || hasCommon(left.injectedIds, right.injectedIds)) return true
  if (left.rdns.length > 0 && right.rdns.length > 0) return false
  return hasCommon(left.names, right.names) || (left.id !== undefined && left.id === right.id)
}

/** The first catalogue entry for the wallet of a source. */
export function configEntryOf(
  source: Connector,
  entries: readonly CatalogueWallet[],
): CatalogueWallet | undefined {
  const ours = walletKeysOf(source)
  return entries.find((entry) => isSameWallet(ours, walletKeysOf({ group: 'featured', found: [], entry })))
}

/** The groups in the host's order; missing ones are appended in the default order (SPEC §4). */
export const connectorGroupOrder = (
  configured: readonly ConnectorGroup[] | undefined,
): readonly ConnectorGroup[] => [...new Set([...(configured ?? []), ...defaultConnectorOrder])]

const isExcluded = (walletKeys: WalletKeys, excluded: readonly ExcludedWallet[]): boolean =>
  excluded.some(
    ({ id, rdns, name }) =>
      (rdns !== undefined && walletKeys.rdns.includes(rdns)) ||
      (name !== undefined && walletKeys.names.includes(fold(name))) ||
      (id !== undefined && (id === walletKeys.id || walletKeys.rdns.includes(id))),
  )

/** All keys that another source of the same wallet could share: sources without a common key need no comparison. */
const keysOf = ({ rdns, injectedIds, names, id }: WalletKeys): readonly string[] => [
  ...rdns.map((one) => `rdns ${one}`),
  ...injectedIds.map((one) => `key ${one}`),
  ...names.map((one) => `name ${one}`),
  ...(id === undefined ? [] : [`id ${id}`]),
]

const standardFirst = (found: readonly DiscoveredWallet[]): readonly DiscoveredWallet[] => [
  ...found.filter((wallet) => wallet.source !== 'legacy'),
  ...found.filter((wallet) => wallet.source === 'legacy'),
]

const merge = (target: Connector, other: Connector): Connector => ({
  group: target.group,
  entry: target.entry ?? other.entry,
  found: standardFirst([...target.found, ...other.found.filter((wallet) => !target.found.includes(wallet))]),
})

/**
 * Sorts wallets by group, within a group in the given order, each wallet once and without excluded ones (SPEC §4 connector
 * order). A wallet keeps its first place and merges the data of later sources.
 */
export function sortWallets(
  sources: readonly Connector[],
  configured: readonly ConnectorGroup[] | undefined,
  excluded: readonly ExcludedWallet[],
): readonly Connector[] {
  const merged: KeyedConnector[] = []
  const indexesByKey = new Map<string, Set<number>>()
  const visible = sources.map(withKeys).filter(({ walletKeys }) => !isExcluded(walletKeys, excluded))
  for (const group of connectorGroupOrder(configured)) {
    for (const one of visible.filter(({ source }) => source.group === group)) {
      const keys = keysOf(one.walletKeys)
      let index = merged.length
      for (const at of keys.flatMap((key) => [...(indexesByKey.get(key) ?? [])])) {
        if (at < index && merged[at] && isSameWallet(merged[at].walletKeys, one.walletKeys)) index = at
      }
      const target = merged[index]
      merged[index] = target ? withKeys(merge(target.source, one.source)) : one
      for (const key of keys) indexesByKey.set(key, (indexesByKey.get(key) ?? new Set()).add(index))
    }
  }
  // Merging may add an rdns or a name that excludes a wallet.
  return merged.filter(({ walletKeys }) => !isExcluded(walletKeys, excluded)).map(({ source }) => source)
}
