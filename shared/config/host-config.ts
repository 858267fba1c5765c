import type * as z from 'zod/mini'
import { chainIdSchema } from '../caip/chain-id.ts'
import {
  anyOf,
  anything,
  custom,
  flag,
  freshCopy,
  listOf,
  matching,
  nonEmptyText,
  oneOf,
  openObject,
  optional,
  parseWire,
  text,
} from '../wire-schema.ts'
import { defaultAccountTypesSchema } from './account-types.ts'
import { connectorGroupSchema } from './connector-order.ts'
import { flagsSchema } from './flags.ts'
import { networkSchema } from './network.ts'
import { platformSchema } from './platform.ts'
import { siwxConfigSchema } from './siwx-config.ts'
import { themeModeSchema } from './theme.ts'

/** The host's configuration: requests, not decisions (channel T1). */
export const hostConfigSchema = freshCopy(() => {
  const shortText = text(256)
  const walletIds = listOf(nonEmptyText(128), 256)
  const link = matching(/^https:\/\/[^\s]{1,2000}$/)

  /** A wallet that only this host lists (SPEC §3 group `custom`). */
  const customWalletSchema = openObject({
    /** The wallet's id, unique among `customWallets`. */
    id: nonEmptyText(128),
    /** The name in the list of wallets. */
    name: nonEmptyText(64),
    /** The rdns of its EIP-6963 announcement, by which the widget detects that it is installed. */
    rdns: optional(shortText),
    /** Its web page, https. */
    homepage: optional(link),
    /** The link that opens its mobile app, such as `wallet://`. */
    mobile_link: optional(shortText),
    /** The link that opens its desktop app. */
    desktop_link: optional(shortText),
    /** Its web app, https. */
    webapp_link: optional(link),
    /** Its page in the Chrome Web Store, https. */
    chrome_store: optional(link),
  })

  return openObject({
    /** The project's id at the deployment, which lists the origins that may embed the widget. */
    projectId: text(128),
    /** The site, as wallets show it. */
    metadata: openObject({
      /** The site's name, at most 256 characters. */
      name: shortText,
      /** One sentence about the site. */
      description: optional(shortText),
      /** The site's URL. The widget shows the origin that the browser reports, not this. */
      url: optional(shortText),
      /** At most 8 URLs of icons. */
      icons: optional(listOf(shortText, 8)),
    }),
    /** Ecosystems whose wallets the widget offers; `['polkadot']` by default. */
    platforms: optional(listOf(platformSchema, 8, 1)),
    /**
     * Networks of the site: CAIP-2 ids of bundled or deployed networks, or descriptions of others. A platform without one has
     * its main network.
     */
    networks: optional(listOf(anyOf(chainIdSchema, networkSchema), 128)),
    /** The network that is selected first; by default the first one of each namespace. */
    defaultNetwork: optional(chainIdSchema),
    /** Reconnects the wallets of the last visit without a prompt; true by default. */
    autoReconnect: optional(flag),
    /** Logs alerts, overridden features and unknown options to the console; false by default. */
    debug: optional(flag),
    /** Features that the site turns on or off; the project's settings override some of them. */
    features: optional(flagsSchema),
    /** Connecting and signing only: all features of the project's settings are off, and the settings are not fetched. */
    basic: optional(flag),
    /** The user consented to analytics: without it no event goes to the operator's analytics. */
    analyticsConsent: optional(flag),
    /** Wallets of the catalogue to list first in Connect, in this order, by id. */
    featuredWalletIds: optional(walletIds),
    /** Wallets of the catalogue to offer: no others are listed. */
    includeWalletIds: optional(walletIds),
    /** Wallets of the catalogue to hide, also if they are installed. */
    excludeWalletIds: optional(walletIds),
    /** At most 64 wallets that are not in the catalogue; their icons are generated from their names. */
    customWallets: optional(listOf(customWalletSchema, 64)),
    /** Order of the groups in Connect; groups that are absent here follow in the default order. */
    connectorOrder: optional(listOf(connectorGroupSchema, 16)),
    /** The site pairs over WalletConnect itself: opening shows the code, or on a phone the wallets (SPEC §2 rule 3). */
    manualWCControl: optional(flag),
    /** The terms that the user accepts before selecting a wallet, with `features.legalCheckbox`. */
    termsConditionsUrl: optional(link),
    /** The site's privacy policy, shown next to `termsConditionsUrl`. */
    privacyPolicyUrl: optional(link),
    /** At most 256 tokens to include where balances are read from the chain, not from the API. */
    tokens: optional(
      listOf(
        openObject({
          /** CAIP-2 id of the token's network. */
          chainId: chainIdSchema,
          /** The token's contract or mint. */
          address: text(128),
        }),
        256,
      ),
    ),
    /**
     * Types of the accounts of the embedded wallet by namespace, until the user selects another one in the wallet's settings. The
     * address is the same for both.
     */
    defaultAccountTypes: optional(defaultAccountTypesSchema()),
    /** Light, dark, or `auto`: what the page and the system prefer; `auto` by default. */
    themeMode: optional(themeModeSchema),
    /**
     * An object of `accent` and `colorMix` (`#rrggbb`), `colorMixStrength` (0 to 100), `fontFamily`, `fontSize` (8 to 14 px),
     * `borderRadius` (0 to 16 px) and `zIndex`; the names `--w3m-…` and `--apkt-…` of AppKit are accepted too. An invalid
     * variable is ignored, with a message in the console of a page with `debug`.
     */
    themeVariables: anything,
    /** The language of the widget, a BCP 47 tag; by default the browser's. English and Arabic are translated. */
    locale: optional(
      custom<string>(
        (value) =>
          typeof value === 'string' &&
          value.length <= 35 &&
          /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value),
      ),
    ),
    /** Set by the SDK: true with the option `embed`. */
    embedded: optional(flag),
    /** Signing in with the wallet; functions in it stay in the page. */
    siwx: optional(siwxConfigSchema()),
    /** The older option of other widgets for sign-in: it has no effect, and is invalid together with `siwx` (SPEC §5). */
    siweConfig: anything,
    /** Which requests the user reviews in the widget before the wallet prompts: `risky` (default) ones, or all. */
    review: optional(oneOf('always', 'risky')),
  })
})

/** The configuration as a host writes it. */
export type HostConfigInput = z.input<typeof hostConfigSchema>

/** The configuration with its defaults filled in (SPEC §3). */
export function completeHostConfig(config: z.output<typeof hostConfigSchema>) {
  const { metadata } = config
  return {
    ...config,
    metadata: {
      ...metadata,
      description: metadata.description ?? '',
      url: metadata.url ?? '',
      icons: metadata.icons ?? [],
    },
    platforms: config.platforms ?? ['polkadot' as const],
    networks: config.networks ?? [],
    autoReconnect: config.autoReconnect ?? true,
    debug: config.debug ?? false,
    features: config.features ?? {},
    basic: config.basic ?? false,
    analyticsConsent: config.analyticsConsent ?? false,
    customWallets: config.customWallets ?? [],
    manualWCControl: config.manualWCControl ?? false,
    tokens: config.tokens ?? [],
    themeMode: config.themeMode ?? 'auto',
    embedded: config.embedded ?? false,
  }
}

export type HostConfig = ReturnType<typeof completeHostConfig>

/** Parses a host's configuration and fills in the defaults, or returns the name of the invalid option. */
export function readHostConfig(
  input: unknown,
):
  | { readonly success: true; readonly data: HostConfig }
  | { readonly success: false; readonly option: string } {
  const parsed = parseWire(hostConfigSchema, input)
  if (parsed.data?.siwx && parsed.data.siweConfig) return { success: false, option: 'siweConfig' }
  // Only the API can send a code.
  if (parsed.data?.siwx?.email && parsed.data.siwx.mode !== 'hosted')
    return { success: false, option: 'siwx.email' }
  if (parsed.success) return { success: true, data: completeHostConfig(parsed.data) }
  return { success: false, option: hostConfigSchema.path(input).join('.') }
}
