import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { listParts } from '#shared/api/query-text.ts'
import {
  type getWallets,
  type WalletListEntry,
  walletListEntry,
  type walletPage,
} from '#shared/api/wallets.ts'

const catalogueFile = new URL('../../../widget-app/src/kernel/generated/wallets.json', import.meta.url)
const defaultEntries = 40
const entriesLimit = 100

/** The generated wallet catalogue, most wanted first; empty while it has not been generated. */
export function readCatalogue(): readonly WalletListEntry[] {
  if (!existsSync(catalogueFile)) return []
  const bundled = z.parse(z.array(z.looseObject({})), JSON.parse(readFileSync(catalogueFile, 'utf8')))
  // What the generator adds for the widget's own copy never crosses the wire.
  const entries = bundled.map(({ image_url: _, namespaces: __, ...entry }) => z.parse(walletListEntry, entry))
  const rank = (entry: WalletListEntry) => entry.order ?? Number.MAX_SAFE_INTEGER
  return entries.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
}

type WalletQuery = z.output<ReturnType<(typeof getWallets)['query']>>

/** One page of the wallets that fit a query; `count` is the number of all that fit. */
export function walletsFor(
  catalogue: readonly WalletListEntry[],
  query: WalletQuery,
): z.input<typeof walletPage> {
  const wanted = query.search?.trim().toLowerCase()
  const [include, exclude, chains] = [query.include, query.exclude, query.chains].map((list) =>
    list === undefined ? undefined : listParts(list),
  )
  const fitting = catalogue.filter(
    (entry) =>
      (include === undefined || include.includes(entry.id)) &&
      !exclude?.includes(entry.id) &&
      (chains === undefined || chains.some((chain) => entry.chains?.includes(chain))) &&
      (query.badge_type === undefined || (entry.badge_type ?? 'none') === query.badge_type) &&
      (wanted === undefined ||
        entry.name.toLowerCase().includes(wanted) ||
        entry.rdns?.toLowerCase() === wanted),
  )
  const entries = Math.min(Number(query.entries ?? defaultEntries), entriesLimit)
  const start = (Number(query.page ?? 1) - 1) * entries
  return { data: fitting.slice(start, start + entries), count: fitting.length }
}
