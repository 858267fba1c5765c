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
    id: chainIdSchema,
    name: nonEmptyText(64),
    nativeCurrency: openObject({ name: text(64), symbol: nonEmptyText(16), decimals: integer(0, 36) }),
    rpcUrls: optional(listOf(httpUrl, 8)),
    explorer: optional(openObject({ name: text(64), url: httpUrl })),
    testnet: optional(flag),
    local: optional(flag),
    imageId: optional(matching(/^[a-z0-9-]{1,64}$/)),
  }),
)

export type Network = z.infer<typeof networkSchema>
