import * as z from 'zod/mini'
import { walletListEntry } from '#shared/api/wallets.ts'
import { isNamespace, type Namespace } from '#shared/caip/namespace.ts'
import type { HostConfig } from '#shared/config/host-config.ts'

/** Where a wallet can be had or opened. */
export type WalletLinks = {
  readonly chrome: string | undefined
  readonly ios: string | undefined
  readonly android: string | undefined
  readonly web: string | undefined
  readonly webApp: string | undefined
  readonly mobile: string | undefined
  readonly desktop: string | undefined
}

/** A wallet of the catalogue or of the host's own list, installed or not. */
export type CatalogueWallet = {
  readonly id: string
  readonly name: string
  readonly rdns: string | undefined
  /** Address of its picture on the widget's own origin or API. */
  readonly imageUrl: string | undefined
  /** Empty where it is not known. */
  readonly namespaces: readonly Namespace[]
  readonly links: WalletLinks
}

/** Entries of the bundled lists: as on the wire, and what the generator adds. */
const bundledEntry = z.extend(walletListEntry, {
  image_url: z.optional(z.string().check(z.regex(/^\/wallets\/[\w.-]{1,128}$/))),
  namespaces: z.optional(z.array(z.string())),
})
const bundledList = z.array(bundledEntry)

type Entry = z.output<typeof walletListEntry>

const text = (value: string | null | undefined): string | undefined => value ?? undefined

const linksOf = (entry: Partial<Entry>): WalletLinks => ({
  chrome: text(entry.chrome_store),
  ios: text(entry.app_store),
  android: text(entry.play_store),
  web: text(entry.homepage),
  webApp: text(entry.webapp_link),
  mobile: text(entry.mobile_link),
  desktop: text(entry.desktop_link),
})

const namespacesIn = (chains: readonly string[]): readonly Namespace[] => [
  ...new Set(chains.map((chain) => chain.split(':')[0] ?? '').filter(isNamespace)),
]

/** An entry of `getWallets`; `imageUrl` turns an image id into an address. */
export const fromListEntry = (entry: Entry, imageUrl: (id: string) => string): CatalogueWallet => ({
  id: entry.id,
  name: entry.name,
  rdns: text(entry.rdns),
  imageUrl: entry.image_id ? imageUrl(entry.image_id) : undefined,
  namespaces: namespacesIn(entry.chains ?? []),
  links: linksOf(entry),
})

/** Reads a bundled list; throws when the generated file does not have the expected shape. */
export const parseBundledWallets = (value: unknown): readonly CatalogueWallet[] =>
  z.parse(bundledList, value).map((entry) => ({
    ...fromListEntry(entry, () => ''),
    imageUrl: entry.image_url,
    namespaces: entry.namespaces?.filter(isNamespace) ?? namespacesIn(entry.chains ?? []),
  }))

/** A wallet which only the host knows (SPEC §3 group `custom`); its picture is drawn from its name. */
export const fromCustomWallet = (wallet: HostConfig['customWallets'][number]): CatalogueWallet => ({
  id: wallet.id,
  name: wallet.name,
  rdns: wallet.rdns,
  imageUrl: undefined,
  namespaces: [],
  links: linksOf(wallet),
})

/** Whether a wallet works in one of the namespaces, as far as is known. */
export const servesAny = (wallet: CatalogueWallet, namespaces: readonly Namespace[]): boolean =>
  wallet.namespaces.length === 0 || wallet.namespaces.some((one) => namespaces.includes(one))
