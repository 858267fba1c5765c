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

/** URL of a relay of WalletConnect; empty: there is none. */
export const relayUrlSchema = freshCopy(() => matching(/^$|^wss?:\/\/[^\s]{1,256}$/))

/** A domain that names are registered in. */
const nameZone = freshCopy(() => matching(/^[a-z0-9.-]{1,64}$/))

/**
 * `widget.config.json`: what the operator of the widget decides at deploy time and no host can change:
 * where the API, the blockchain API, the RPC gateway and the relay are.
 */
export const deployConfigSchema = freshCopy(() =>
  openObject({
    environment: optional(oneOf('production', 'local')),
    apiUrl: optional(baseUrl),
    blockchainApiUrl: optional(baseUrl),
    rpcUrl: optional(baseUrl),
    /** Gateways like `rpcUrl`, asked in turn when the one before fails; each belongs into `connect-src` too. */
    rpcFallbackUrls: optional(listOf(baseUrl, 4)),
    /** Networks the deployment knows besides the bundled table. */
    networks: optional(listOf(networkSchema)),
    /** Tokens whose symbol and decimals the widget pins besides the bundled table, as on networks of the deployment. */
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
     * Relay of WalletConnect, and the id that the site's operator has at the relay's. `verify` asks the vendor's Verify host
     * about each site: where that host cannot be reached, every pairing and request waits 5 s for it.
     */
    walletConnect: optional(
      openObject({
        projectId: optional(nonEmptyText(128)),
        relayUrl: optional(relayUrlSchema),
        verify: optional(flag),
      }),
    ),
    /** Zone of the names that accounts register, without a leading dot. */
    nameZone: optional(nameZone),
    /** Networks on which the API swaps, besides the spec's (SPEC §9, swap chain ids). */
    swapNetworks: optional(listOf(chainIdSchema, 64)),
    /** Who sells for money, in place of the spec's provider; each entry is read when somebody buys (features/onramp). */
    onrampProviders: optional(listOf(anything, 16)),
  }),
)

/** The file as the operator writes it. */
export type DeployConfigInput = z.input<typeof deployConfigSchema>

/**
 * The operator's decisions with their defaults: everything on the widget's own origin. `framesOthers`: whether frames of
 * other sites may stand in this document; in the one for isolated pages (`isolatedEmbedPath`) the browser lets none in.
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
    // The Verify host answers in a frame: without one, each request would wait 5 s for nothing.
    verify: framesOthers && (config.walletConnect?.verify ?? false),
  },
  nameZone: config.nameZone ?? defaultNameZone,
  swapNetworks: config.swapNetworks ?? [],
  onrampProviders: config.onrampProviders,
})

export type DeployConfig = ReturnType<typeof completeDeployConfig>
