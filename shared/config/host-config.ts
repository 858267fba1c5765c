import * as z from 'zod/mini'
import { chainIdSchema } from '../caip/chain-id.ts'
import { connectorGroupSchema } from './connector-order.ts'
import { flagsSchema } from './flags.ts'
import { networkSchema } from './network.ts'

const shortText = z.string().check(z.maxLength(256))
const walletIds = z.array(z.string().check(z.minLength(1), z.maxLength(128))).check(z.maxLength(256))
const link = z.string().check(z.regex(/^https:\/\/[^\s]{1,2000}$/))

const platforms = ['polkadot', 'ethereum', 'solana'] as const

/** A wallet which only this host knows (SPEC §3 group `custom`). */
const customWalletSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  rdns: z.optional(shortText),
  homepage: z.optional(link),
  mobile_link: z.optional(z.string().check(z.maxLength(256))),
  desktop_link: z.optional(z.string().check(z.maxLength(256))),
  webapp_link: z.optional(link),
  chrome_store: z.optional(link),
})

/** What a host tells the widget about itself and its wishes; it may ask, never decide (channel §6.3). */
export const hostConfigSchema = z.object({
  projectId: z.string().check(z.maxLength(128)),
  metadata: z.object({
    name: shortText,
    description: z._default(shortText, ''),
    url: z._default(shortText, ''),
    icons: z._default(z.array(shortText).check(z.maxLength(8)), []),
  }),
  platforms: z._default(z.array(z.enum(platforms)).check(z.minLength(1)), ['polkadot']),
  networks: z._default(z.array(z.union([chainIdSchema, networkSchema])).check(z.maxLength(128)), []),
  defaultNetwork: z.optional(chainIdSchema),
  autoReconnect: z._default(z.boolean(), true),
  debug: z._default(z.boolean(), false),
  features: z._default(flagsSchema, {}),
  featuredWalletIds: z.optional(walletIds),
  includeWalletIds: z.optional(walletIds),
  excludeWalletIds: z.optional(walletIds),
  customWallets: z._default(z.array(customWalletSchema).check(z.maxLength(64)), []),
  connectorOrder: z.optional(z.array(connectorGroupSchema).check(z.maxLength(16))),
  tokens: z._default(
    z
      .array(z.object({ chainId: chainIdSchema, address: z.string().check(z.maxLength(128)) }))
      .check(z.maxLength(256)),
    [],
  ),
  themeMode: z._default(z.enum(['light', 'dark', 'auto']), 'auto'),
  /** Raw: each variable is judged on its own by `parseThemeVariables`, so one bad value does not cost the rest. */
  themeVariables: z.optional(z.unknown()),
  locale: z.optional(z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.maxLength(35))),
  embedded: z._default(z.boolean(), false),
})

/** The parsed configuration, defaults filled in. */
export type HostConfig = z.output<typeof hostConfigSchema>

/** The configuration as a host writes it. */
export type HostConfigInput = z.input<typeof hostConfigSchema>
