import type * as z from 'zod/mini'
import {
  anything,
  finite,
  listOf,
  matching,
  nonEmptyText,
  nullish,
  oneOf,
  openObject,
  optional,
  parseWire,
  text,
} from '../wire-schema.ts'
import { getEndpoint } from './endpoint.ts'
import { chainIdText, countText, listText } from './query-text.ts'

const shortText = text(512)
const link = nullish(text())

/** One wallet of the explorer list (SPEC §3), as on the wire; null and missing both mean "unknown". */
export const walletListEntry = openObject({
  id: nonEmptyText(128),
  name: nonEmptyText(128),
  image_id: nullish(matching(/^[\w-]{1,128}$/)),
  rdns: nullish(shortText),
  chains: nullish(listOf(chainIdText, 1_000)),
  /** Universal link of the wallet's app. Links are unvalidated texts: use them through `openableLink`. */
  link_mode: link,
  mobile_link: link,
  desktop_link: link,
  webapp_link: link,
  homepage: link,
  chrome_store: link,
  app_store: link,
  play_store: link,
  badge_type: nullish(oneOf('none', 'certified')),
  order: nullish(finite()),
  injected: nullish(listOf(openObject({ namespace: optional(shortText), injected_id: optional(shortText) }))),
})
export type WalletListEntry = z.infer<typeof walletListEntry>

/** A link of an entry, https only; undefined if it is invalid or absent. */
export const openableLink = (link: string | null | undefined): string | undefined =>
  link && link.length <= 2_048 && /^https:\/\/[^\s<>"'`\\\p{C}]+$/iu.test(link) ? link : undefined

/**
 * A page of wallets; `count` is the number of all matches. `walletsOf` parses each entry separately, so that an invalid one
 * does not affect the others.
 */
const walletPage = openObject({ data: listOf(anything, 1_000), count: finite(0) })

/** The valid entries of a page. */
export const walletsOf = (data: readonly unknown[]): readonly WalletListEntry[] =>
  data.flatMap((entry) => parseWire(walletListEntry, entry).data ?? [])

/** Wallets by page; `entries` is the page size (40 paged, 100 in search, SPEC §9). */
export const getWallets = getEndpoint(
  '/getWallets',
  () =>
    openObject({
      page: optional(countText),
      entries: optional(countText),
      include: optional(listText),
      exclude: optional(listText),
      chains: optional(listText),
      search: optional(shortText),
      badge_type: optional(oneOf('none', 'certified')),
    }),
  () => walletPage,
)
