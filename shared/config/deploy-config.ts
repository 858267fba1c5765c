import type * as z from 'zod/mini'
import { chainIdSchema } from '../caip/chain-id.ts'
import {
  anything,
  flag,
  freshCopy,
  integer,
  listOf,
  matching,
  nonEmptyText,
  oneOf,
  openObject,
  optional,
} from '../wire-schema.ts'
import { defaultNameZone } from './name-zone.ts'
import { networkSchema } from './network.ts'
import { publicRelayUrl } from './public-relay.ts'

/** Either empty (the widget's own origin) or an absolute URL without a trailing slash. */
const baseUrl = freshCopy(() => matching(/^$|^https?:\/\/[^\s/]+(\/[^\s]*[^\s/])?$/))

/** URL of a WalletConnect relay; empty: none. */
export const relayUrlSchema = freshCopy(() => matching(/^$|^wss?:\/\/[^\s]{1,256}$/))

/** A domain in which names are registered. */
const nameZone = freshCopy(() => matching(/^[a-z0-9.-]{1,64}$/))

/**
 * `widget.config.json`: what the operator of the widget configures at deploy time and no host can change: where the API, the
 * blockchain API, the RPC gateway and the relay are.
 */
export const deployConfigSchema = freshCopy(() =>
  openObject({
    environment: optional(oneOf('production', 'local')),
    apiUrl: optional(baseUrl),
    blockchainApiUrl: optional(baseUrl),
    rpcUrl: optional(baseUrl),
    /** Gateways like `rpcUrl`, each used when the previous one fails; each must be in `connect-src` too. */
    rpcFallbackUrls: optional(listOf(baseUrl, 4)),
    /** Networks of the deployment in addition to the bundled table. */
    networks: optional(listOf(networkSchema)),
    /**
     * Tokens whose symbol and decimals the widget pins in addition to the bundled table, as on networks of the deployment.
     */
    tokens: optional(
      listOf(
        openObject({
          chain: chainIdSchema,
          /** EVM contract or Solana mint. */
          address: matching(/^[0-9a-zA-Z]{1,64}$/),
          symbol: nonEmptyText(16),
          decimals: integer(0, 36),
          name: optional(nonEmptyText(64)),
        }),
        500,
      ),
    ),
    /**
     * WalletConnect relay, and the operator's project id there. `verify` queries the vendor's Verify host about each site:
     * if that host cannot be reached, every pairing and request waits 5 s for it.
     */
    walletConnect: optional(
      openObject({
        projectId: optional(nonEmptyText(128)),
        relayUrl: optional(relayUrlSchema),
        verify: optional(flag),
      }),
    ),
    /** Origin of the vault, which has the keys of embedded wallets; absent: the widget offers none. */
    vaultUrl: optional(baseUrl),
    /** Services whose accounts log in to embedded wallets, by the ids of `features.socials`. */
    socials: optional(listOf(nonEmptyText(32), 16)),
    /** Networks on which the operator pays the fees of embedded wallets, and the operator's name for users. */
    sponsorship: optional(openObject({ name: nonEmptyText(64), chains: listOf(chainIdSchema, 64) })),
    /** Zone of the names that accounts register, without a leading dot. */
    nameZone: optional(nameZone),
    /** Networks on which the API swaps, in addition to the spec's (SPEC §9, swap chain ids). */
    swapNetworks: optional(listOf(chainIdSchema, 64)),
    /** Onramp providers, instead of the spec's provider; each entry is parsed when the user buys (features/onramp). */
    onrampProviders: optional(listOf(anything, 16)),
  }),
)

/**
 * Name of the `<meta>` element with `deployConfigSchema` as JSON, in the documents that the server serves to frames: it saves
 * them the request for `widget.config.json`. Documents of a static host have none.
 */
export const deployConfigName = 'deployment'

/** The file as the operator writes it. */
export type DeployConfigInput = z.input<typeof deployConfigSchema>

/**
 * The operator's configuration with its defaults: everything on the widget's origin. `framesOthers`: true if this document
 * may embed frames of other sites; in the one for isolated pages (`isolatedEmbedPath`) the browser allows none.
 */
export const completeDeployConfig = (config: z.output<typeof deployConfigSchema>, framesOthers = true) => ({
  framesOthers,
  environment: config.environment ?? 'production',
  apiUrl: config.apiUrl ?? '',
  blockchainApiUrl: config.blockchainApiUrl ?? '',
  rpcUrl: config.rpcUrl ?? '',
  rpcFallbackUrls: config.rpcFallbackUrls ?? [],
  networks: config.networks ?? [],
  tokens: config.tokens ?? [],
  walletConnect: {
    projectId: config.walletConnect?.projectId,
    relayUrl: config.walletConnect?.relayUrl ?? publicRelayUrl,
    // The Verify host responds in a frame: without one, each request would wait 5 s in vain.
    verify: framesOthers && (config.walletConnect?.verify ?? false),
  },
  vaultUrl: config.vaultUrl || undefined,
  socials: config.socials ?? [],
  sponsorship: config.sponsorship,
  nameZone: config.nameZone ?? defaultNameZone,
  swapNetworks: config.swapNetworks ?? [],
  onrampProviders: config.onrampProviders,
})

export type DeployConfig = ReturnType<typeof completeDeployConfig>
