import type * as z from 'zod/mini'
import { chainIdSchema } from '../caip/chain-id.ts'
import {
  flag,
  freshCopy,
  integer,
  listOf,
  matching,
  nonEmptyText,
  openObject,
  optional,
  text,
} from '../wire-schema.ts'

const httpUrl = freshCopy(() => matching(/^https?:\/\/[^\s]{1,2000}$/))

/**
 * A network described by the host or by the deployment (SPEC §3 Network). `rpcUrls` from a host are for the host page
 * itself: the widget never fetches them (channel threat T24).
 */
export const networkSchema = freshCopy(() =>
  openObject({
    /** CAIP-2 id, such as `eip155:8453`. */
    id: chainIdSchema,
    /** The name on screen, at most 64 characters. */
    name: nonEmptyText(64),
    /** The currency of its fees. */
    nativeCurrency: openObject({
      /** Its name, at most 64 characters. */
      name: text(64),
      /** Its symbol, at most 16 characters. */
      symbol: nonEmptyText(16),
      /** Decimals of a whole unit, 0 to 36. */
      decimals: integer(0, 36),
    }),
    /** At most 8 RPC URLs for reads of the site's page; EVM networks only. Wallets get them when they add the network. */
    rpcUrls: optional(listOf(httpUrl, 8)),
    /** The block explorer that the widget links to. */
    explorer: optional(
      openObject({
        /** Its name on screen. */
        name: text(64),
        /** Its origin, as http or https. */
        url: httpUrl,
      }),
    ),
    /** True for a test network, whose tokens have no value. */
    testnet: optional(flag),
    /** True for a network of the developer's machine. */
    local: optional(flag),
    /** Name of a bundled network icon. */
    imageId: optional(matching(/^[a-z0-9-]{1,64}$/)),
  }),
)

export type Network = z.infer<typeof networkSchema>
