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
import { connectorGroupSchema } from './connector-order.ts'
import { flagsSchema } from './flags.ts'
import { networkSchema } from './network.ts'
import { siwxConfigSchema } from './siwx-config.ts'
import { themeModeSchema } from './theme.ts'

/** The host's configuration: requests, not decisions (channel T1). */
export const hostConfigSchema = freshCopy(() => {
  const shortText = text(256)
  const walletIds = listOf(nonEmptyText(128), 256)
  const link = matching(/^https:\/\/[^\s]{1,2000}$/)

  /** A wallet that only this host lists (SPEC §3 group `custom`). */
  const customWalletSchema = openObject({
    id: nonEmptyText(128),
    name: nonEmptyText(64),
    rdns: optional(shortText),
    homepage: optional(link),
    mobile_link: optional(shortText),
    desktop_link: optional(shortText),
    webapp_link: optional(link),
    chrome_store: optional(link),
  })

  return openObject({
    projectId: text(128),
    metadata: openObject({
      name: shortText,
      description: optional(shortText),
      url: optional(shortText),
      icons: optional(listOf(shortText, 8)),
    }),
    platforms: optional(listOf(oneOf('polkadot', 'ethereum', 'solana'), 8, 1)),
    networks: optional(listOf(anyOf(chainIdSchema, networkSchema), 128)),
    defaultNetwork: optional(chainIdSchema),
    autoReconnect: optional(flag),
    debug: optional(flag),
    features: optional(flagsSchema),
    /** Connecting and signing only: all features of the project's settings are off, and the settings are not fetched. */
    basic: optional(flag),
    /** The user consented to analytics: without it no event goes to the operator's analytics. */
    analyticsConsent: optional(flag),
    featuredWalletIds: optional(walletIds),
    includeWalletIds: optional(walletIds),
    excludeWalletIds: optional(walletIds),
    customWallets: optional(listOf(customWalletSchema, 64)),
    connectorOrder: optional(listOf(connectorGroupSchema, 16)),
    /** The host pairs over WalletConnect itself: opening shows the code, or on a phone the wallets (SPEC §2 rule 3). */
    manualWCControl: optional(flag),
    /** What the user accepts before selecting a wallet, with `features.legalCheckbox`. */
    termsConditionsUrl: optional(link),
    privacyPolicyUrl: optional(link),
    tokens: optional(listOf(openObject({ chainId: chainIdSchema, address: text(128) }), 256)),
    themeMode: optional(themeModeSchema),
    /** Raw: `parseThemeVariables` validates each variable separately, so one invalid value does not affect the rest. */
    themeVariables: anything,
    locale: optional(
      custom<string>(
        (value) =>
          typeof value === 'string' &&
          value.length <= 35 &&
          /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value),
      ),
    ),
    embedded: optional(flag),
    /** Signing in with the wallet; functions in it stay in the page. */
    siwx: optional(siwxConfigSchema()),
    /** The older option for the same, invalid together with `siwx` (SPEC §5). */
    siweConfig: anything,
    /** Which requests the user reviews in the widget before the wallet prompts; risky ones are always reviewed. */
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
