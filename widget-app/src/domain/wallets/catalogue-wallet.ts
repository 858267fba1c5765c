import { openableLink, type WalletListEntry, walletListEntry } from '#shared/api/wallets.ts'
import { isNamespace, type Namespace } from '#shared/caip/namespace.ts'
import type { HostConfig } from '#shared/config/host-config.ts'
import { walletNameMaxLength } from '#shared/config/limits.ts'
import { custom, listOf, matching, openObject, optional, parseWire, text } from '#shared/wire-schema.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import { walletLink } from './wallet-link.ts'

/** Links to install or open a wallet. */
export type WalletLinks = {
  readonly chrome: string | undefined
  readonly ios: string | undefined
  readonly android: string | undefined
  readonly web: string | undefined
  readonly webApp: string | undefined
  /** An https link that opens the wallet's app (`link_mode` of the explorer). */
  readonly universal: string | undefined
  readonly mobile: string | undefined
  readonly desktop: string | undefined
}

/** A wallet of the catalogue or of the host's own list, installed or not. */
export type CatalogueWallet = {
  readonly id: string
  readonly name: string
  readonly rdns: string | undefined
  /** Keys under which it injects itself for Polkadot (`window.injectedWeb3`). */
  readonly injectedIds: readonly string[]
  /** URL of its icon on the widget's origin or the API. */
  readonly imageUrl: string | undefined
  /** Empty if unknown. */
  readonly namespaces: readonly Namespace[]
  readonly links: WalletLinks
  /** The explorer certifies it (`badge_type`). */
  readonly isCertified: boolean
  /** Its place in the explorer's list (`order`), if given. */
  readonly rank?: number
}

/** Fields that the generator adds to the entries of the bundled lists. */
const bundledExtras = openObject({
  image_url: optional(matching(/^\/wallets\/[\w.-]{1,128}$/)),
  namespaces: optional(listOf(text(64))),
})
type BundledEntry = WalletListEntry & {
  readonly image_url?: string | undefined
  readonly namespaces?: readonly string[] | undefined
}
const bundledList = listOf(
  custom<BundledEntry>((value) => walletListEntry.fits(value) && bundledExtras.fits(value)),
  2_000,
)

const linksOf = (entry: Partial<WalletListEntry>): WalletLinks => ({
  chrome: openableLink(entry.chrome_store),
  ios: openableLink(entry.app_store),
  android: openableLink(entry.play_store),
  web: openableLink(entry.homepage),
  webApp: openableLink(entry.webapp_link),
  universal: walletLink(entry.link_mode),
  mobile: walletLink(entry.mobile_link),
  desktop: walletLink(entry.desktop_link),
})

const namespacesIn = (chains: readonly string[]): readonly Namespace[] => [
  ...new Set(chains.map((chain) => chain.split(':')[0] ?? '').filter(isNamespace)),
]

/** Converts an entry of `getWallets`; `imageUrl` converts an image id to a URL. */
export const fromListEntry = (entry: WalletListEntry, imageUrl: (id: string) => string): CatalogueWallet => ({
  id: entry.id,
  name: sanitizeText(entry.name, walletNameMaxLength),
  rdns: entry.rdns ?? undefined,
  injectedIds: (entry.injected ?? []).flatMap(({ namespace, injected_id: id }) =>
    namespace === 'polkadot' && id !== undefined ? [id] : [],
  ),
  imageUrl: entry.image_id ? imageUrl(entry.image_id) : undefined,
  namespaces: namespacesIn(entry.chains ?? []),
  links: linksOf(entry),
  isCertified: entry.badge_type === 'certified',
  ...(entry.order ? { rank: entry.order } : {}),
})

/** Parses a bundled list; throws if the generated file does not have the expected shape. */
export function parseBundledWallets(value: unknown): readonly CatalogueWallet[] {
  const list = parseWire(bundledList, value)
  if (!list.success) throw new Error('The bundled wallets do not have the expected shape')
  return list.data.map((entry) => ({
    ...fromListEntry(entry, () => ''),
    imageUrl: entry.image_url,
    namespaces: entry.namespaces?.filter(isNamespace) ?? namespacesIn(entry.chains ?? []),
  }))
}

/** A wallet that only the host defines (SPEC §3 group `custom`); its icon is generated from its name. */
export const fromCustomWallet = (wallet: HostConfig['customWallets'][number]): CatalogueWallet => ({
  id: wallet.id,
  name: sanitizeText(wallet.name, walletNameMaxLength),
  rdns: wallet.rdns,
  injectedIds: [],
  imageUrl: undefined,
  namespaces: [],
  links: linksOf(wallet),
  isCertified: false,
})

/** The row of WalletConnect itself, for any wallet that scans its code; its id is the connector's (SPEC §3). */
export const anyWallet: CatalogueWallet = {
  ...fromCustomWallet({ id: 'walletConnect', name: 'WalletConnect' }),
  imageUrl: '/wallets/walletconnect.svg',
}

/** Whether a wallet supports one of the namespaces, or its namespaces are unknown. */
export const supportsAnyNamespace = (wallet: CatalogueWallet, namespaces: readonly Namespace[]): boolean =>
  wallet.namespaces.length === 0 || wallet.namespaces.some((one) => namespaces.includes(one))
