import { listParts } from '../../../../shared/api/query-text.ts'
import { getWallets, type WalletListEntry } from '../../../../shared/api/wallets.ts'
import { catalogueResponse } from '../cache-policy.ts'
import { type Route, route } from './route.ts'

const defaultEntries = 40
const entriesLimit = 100

type WalletQuery = {
  readonly page?: string | undefined
  readonly entries?: string | undefined
  readonly search?: string | undefined
  readonly include?: string | undefined
  readonly exclude?: string | undefined
  readonly chains?: string | undefined
  readonly badge_type?: string | undefined
}

/** Sorts by `order`, then by name. */
function sorted(catalogue: readonly WalletListEntry[]): readonly WalletListEntry[] {
  const rank = (entry: WalletListEntry) => entry.order ?? Number.MAX_SAFE_INTEGER
  return catalogue.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
}

/** One result page of the wallets that match a query; `count` is the number of all matches. */
function walletsFor(catalogue: readonly WalletListEntry[], query: WalletQuery) {
  const searchText = query.search?.trim().toLowerCase()
  const [include, exclude, chains] = [query.include, query.exclude, query.chains].map((list) =>
    list === undefined ? undefined : listParts(list),
  )
  const matches = catalogue.filter(
    (entry) =>
      (include === undefined || include.includes(entry.id)) &&
      !exclude?.includes(entry.id) &&
      (chains === undefined || chains.some((chain) => entry.chains?.includes(chain))) &&
      (query.badge_type === undefined || (entry.badge_type ?? 'none') === query.badge_type) &&
      (searchText === undefined ||
        entry.name.toLowerCase().includes(searchText) ||
        entry.rdns?.toLowerCase() === searchText),
  )
  const entries = Math.min(Number(query.entries ?? defaultEntries), entriesLimit)
  const start = (Number(query.page ?? 1) - 1) * entries
  return { data: matches.slice(start, start + entries), count: matches.length }
}

/** The wallet catalogue (SPEC §7 getWallets). */
export function walletRoutes(catalogue: readonly WalletListEntry[]): readonly Route[] {
  const wallets = sorted(catalogue)
  return [route(getWallets, catalogueResponse, ({ query }) => walletsFor(wallets, query))]
}
