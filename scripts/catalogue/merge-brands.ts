import * as z from '#shared/zod.ts'
import { appLinks } from './app-links.ts'
import type { Brand, Ecosystem } from './brand.ts'
import { chromeStorePage, sortLinks, withoutUndefined } from './links.ts'
import type { AppRecord } from './read-thirdweb.ts'
import { type Records, recordsOf, type SourceName } from './wallet-record.ts'

const slug = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))
const httpsLink = z.string().check(z.regex(/^https:\/\/[a-z0-9.-]+(\/[^\s"<>]*)?$/i))
const appLink = z
  .string()
  .check(z.regex(/^(?!(?:javascript|data|vbscript|file|blob|about):)[a-z][a-z0-9+.-]*:\/\/([^\s"<>]*\/)?$/))

/** One wallet in `wallets.json`; names as on the wire (SPEC §3), unknown fields are absent. */
export const catalogueEntry = z.strictObject({
  id: slug,
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  image_id: slug,
  image_url: z.string().check(z.regex(/^\/wallets\/[a-z0-9-]+\.(svg|webp)$/)),
  rdns: z.optional(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i))),
  chains: z.array(z.string().check(z.regex(/^(eip155|solana|polkadot):[a-zA-Z0-9]{1,32}$/))),
  link_mode: z.optional(httpsLink.check(z.regex(/\/$/))),
  mobile_link: z.optional(appLink),
  desktop_link: z.optional(appLink),
  webapp_link: z.optional(httpsLink),
  homepage: z.optional(httpsLink),
  chrome_store: z.optional(httpsLink),
  app_store: z.optional(httpsLink),
  play_store: z.optional(httpsLink),
  order: z.int().check(z.gte(1)),
  injected: z.optional(z.array(z.strictObject({ namespace: z.string(), injected_id: z.string() }))),
  namespaces: z.array(z.enum(['eip155', 'solana', 'polkadot'])).check(z.minLength(1)),
})
export type CatalogueEntry = z.infer<typeof catalogueEntry>

const ecosystemOf: Readonly<Record<SourceName, Ecosystem | undefined>> = {
  rainbowkit: 'eip155',
  solana: 'solana',
  luno: 'polkadot',
  web3icons: undefined,
}
const ecosystems: readonly Ecosystem[] = ['eip155', 'solana', 'polkadot']

// The default chains of a general EVM wallet; all of them also support custom networks, so a filter should compare
// namespaces and use this list only to rank.
const usualEvmChains = [1, 10, 56, 137, 8453, 42161, 43114]

const chainsOf = (brand: Brand, ecosystem: Ecosystem): readonly string[] => {
  if (ecosystem === 'solana') return ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
  if (ecosystem === 'polkadot') return ['polkadot:68d56f15f85d3136970ec16946040bc1']
  return (brand.evmChains ?? usualEvmChains).map((chain) => `eip155:${chain}`)
}

const firstOf = <T>(values: readonly (T | undefined)[]): T | undefined =>
  values.find((value) => value !== undefined)

/** The registry's data of a brand's app. @throws Error if the record, or the link that is needed, is missing. */
function appOf({ id }: Brand, { apps }: Records): AppRecord | undefined {
  const appInfo = appLinks[id]
  if (appInfo === undefined) return undefined
  const found = apps.get(appInfo.record)
  if (found === undefined) throw new Error(`thirdweb has no record ${appInfo.record}`)
  const { links, mobileLink, universalLink, desktopLink } = found
  if (appInfo.universal && universalLink === undefined)
    throw new Error(`${id} has no universal link any more`)
  return {
    links,
    ...withoutUndefined({
      mobileLink,
      universalLink: appInfo.universal && universalLink,
      desktopLink: appInfo.desktop && desktopLink,
    }),
  }
}

/** Merges the sources' and the editorial data of a brand into its entry. @throws Error if a rule is broken. */
export function mergeBrand(brand: Brand, records: Records, order: number, imageUrl: string): CatalogueEntry {
  const found = recordsOf(brand.from, records)
  const app = appOf(brand, records)
  const links = sortLinks([...found.flatMap((record) => record.links), ...(app?.links ?? [])])
  const stated = [...brand.from.map(([source]) => ecosystemOf[source]), ...(brand.also ?? [])]
  const namespaces = ecosystems.filter((ecosystem) => stated.includes(ecosystem))
  if (brand.homepage === undefined && Object.keys(links).length === 0)
    throw new Error(`${brand.id} has no link`)
  const extensionId = brand.extensionId ?? firstOf(found.map((record) => record.extensionId))
  return catalogueEntry.parse(
    withoutUndefined({
      id: brand.id,
      name: brand.name ?? found[0].name,
      image_id: brand.id,
      image_url: imageUrl,
      rdns: brand.rdns ?? firstOf(found.map((record) => record.rdns)),
      chains: namespaces.flatMap((ecosystem) => chainsOf(brand, ecosystem)),
      link_mode: app?.universalLink,
      mobile_link: brand.mobileLink ?? firstOf(found.map((record) => record.mobileLink)) ?? app?.mobileLink,
      desktop_link: firstOf(found.map((record) => record.desktopLink)) ?? app?.desktopLink,
      webapp_link: brand.webappLink,
      homepage: brand.homepage ?? links.homepage,
      chrome_store: brand.chromeStoreId ? chromeStorePage(brand.chromeStoreId) : links.chromeStore,
      app_store: links.appStore,
      play_store: links.playStore,
      order,
      injected: extensionId && [{ namespace: 'polkadot', injected_id: extensionId }],
      namespaces,
    }),
  )
}

/**
 * The wallets that the first view bundles: the first eight, and as many more as it takes to include the first three of every
 * ecosystem, because a host may use one ecosystem only.
 */
export function topOf(entries: readonly CatalogueEntry[]): CatalogueEntry[] {
  const firstThree = ecosystems.flatMap((ecosystem) =>
    entries.filter(({ namespaces }) => namespaces.includes(ecosystem)).slice(0, 3),
  )
  const bundled = new Set([...entries.slice(0, 8), ...firstThree])
  return entries.filter((entry) => bundled.has(entry))
}
