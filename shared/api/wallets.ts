import * as z from 'zod/mini'
import { getEndpoint } from './endpoint.ts'
import { chainIdText, countText, csv } from './wire-text.ts'

const shortText = z.string().check(z.maxLength(512))
const absent = z.transform((_refused: string) => null)

// A link that a browser would run or read from disk is treated as not given; the rest of the entry still counts.
const link = z.nullish(
  z.union([
    z
      .string()
      .check(
        z.maxLength(2_048),
        z.regex(/^(?!(?:javascript|data|vbscript|file|blob|about):)[a-z][a-z0-9+.-]*:/i),
      ),
    z.pipe(z.string(), absent),
  ]),
)

/** One wallet of the explorer list (SPEC §3), as on the wire; null and missing both mean "not known". */
export const walletListEntry = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.string().check(z.minLength(1), z.maxLength(128)),
  image_id: z.nullish(z.string().check(z.regex(/^[\w-]{1,128}$/))),
  rdns: z.nullish(shortText),
  chains: z.nullish(z.array(chainIdText)),
  mobile_link: link,
  desktop_link: link,
  webapp_link: link,
  homepage: link,
  chrome_store: link,
  app_store: link,
  play_store: link,
  badge_type: z.nullish(z.enum(['none', 'certified'])),
  order: z.nullish(z.number()),
  injected: z.nullish(
    z.array(z.object({ namespace: z.optional(shortText), injected_id: z.optional(shortText) })),
  ),
})
export type WalletListEntry = z.infer<typeof walletListEntry>

/** A page of wallets; `count` is the number of all matches, not of this page. */
export const walletPage = z.object({
  data: z.array(walletListEntry).check(z.maxLength(1_000)),
  count: z.number().check(z.nonnegative()),
})

/** Wallets by page; `entries` is the page size (40 paged, 100 in search, SPEC §9). */
export const getWallets = getEndpoint(
  '/getWallets',
  z.object({
    page: z.optional(countText),
    entries: z.optional(countText),
    include: z.optional(csv),
    exclude: z.optional(csv),
    chains: z.optional(csv),
    search: z.optional(shortText),
    badge_type: z.optional(z.enum(['none', 'certified'])),
  }),
  walletPage,
)
