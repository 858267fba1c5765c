import type { FoundWallet } from '#shared/channel/found-wallet.ts'
import { type ConnectorGroup, defaultConnectorOrder } from '#shared/config/connector-order.ts'
import type { CatalogueWallet } from './catalogue-wallet.ts'

/** One reason to show a wallet. The same wallet may have several; it is shown once, where it comes first. */
export type WalletSource = {
  readonly group: ConnectorGroup
  readonly found: readonly FoundWallet[]
  readonly entry: CatalogueWallet | undefined
}

/** A wallet that must not be shown, by any of its names (SPEC §5). */
export type ExcludedWallet = { readonly id?: string; readonly rdns?: string; readonly name?: string }

const fold = (name: string): string => name.trim().toLowerCase()

const namesOf = ({ found, entry }: WalletSource): readonly string[] =>
  [...found.map((wallet) => wallet.name), ...(entry ? [entry.name] : [])].map(fold)

const rdnsOf = ({ found, entry }: WalletSource): readonly string[] =>
  [...found.map((wallet) => wallet.rdns), entry?.rdns].filter((rdns) => rdns !== undefined)

const meet = (left: readonly string[], right: readonly string[]): boolean =>
  left.some((one) => right.includes(one))

/**
 * Whether two sources mean one wallet: by rdns, then name, then catalogue id. The name only counts where one side has
 * no rdns: two wallets which state different rdns are different, whatever they call themselves.
 */
export function isSameWallet(left: WalletSource, right: WalletSource): boolean {
  const [ours, theirs] = [rdnsOf(left), rdnsOf(right)]
  if (meet(ours, theirs)) return true
  if (ours.length > 0 && theirs.length > 0) return false
  if (meet(namesOf(left), namesOf(right))) return true
  return left.entry !== undefined && left.entry.id === right.entry?.id
}

/** The groups in the host's order; those it leaves out are appended in the default order (SPEC §4). */
export const groupOrder = (configured: readonly ConnectorGroup[] | undefined): readonly ConnectorGroup[] => [
  ...new Set([...(configured ?? []), ...defaultConnectorOrder]),
]

const isExcluded = (source: WalletSource, excluded: readonly ExcludedWallet[]): boolean =>
  excluded.some(
    ({ id, rdns, name }) =>
      (rdns !== undefined && rdnsOf(source).includes(rdns)) ||
      (name !== undefined && namesOf(source).includes(fold(name))) ||
      (id !== undefined && (id === source.entry?.id || rdnsOf(source).includes(id))),
  )

const standardFirst = (found: readonly FoundWallet[]): readonly FoundWallet[] => [
  ...found.filter((wallet) => wallet.source !== 'legacy'),
  ...found.filter((wallet) => wallet.source === 'legacy'),
]

const merge = (kept: WalletSource, other: WalletSource): WalletSource => ({
  group: kept.group,
  entry: kept.entry ?? other.entry,
  found: standardFirst([...kept.found, ...other.found.filter((wallet) => !kept.found.includes(wallet))]),
})

/**
 * Orders wallets by group, within a group as given, each wallet once and no excluded one (SPEC §4 connector order).
 * A wallet keeps its first place and gathers what the later sources know of it.
 */
export function orderWallets(
  sources: readonly WalletSource[],
  configured: readonly ConnectorGroup[] | undefined,
  excluded: readonly ExcludedWallet[],
): readonly WalletSource[] {
  const merged: WalletSource[] = []
  const visible = sources.filter((source) => !isExcluded(source, excluded))
  for (const group of groupOrder(configured)) {
    for (const source of visible.filter((one) => one.group === group)) {
      const at = merged.findIndex((one) => isSameWallet(one, source))
      const kept = merged[at]
      if (kept) merged[at] = merge(kept, source)
      else merged.push(source)
    }
  }
  // What is learnt by merging (an rdns, a name) may exclude a wallet that was unknown before.
  return merged.filter((source) => !isExcluded(source, excluded))
}
