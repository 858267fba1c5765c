import * as z from 'zod/mini'
import { chainIdSchema } from '../caip/chain-id.ts'

const httpUrl = z.string().check(z.regex(/^https?:\/\/[^\s]{1,2000}$/), z.maxLength(2_048))

/**
 * A network described by the host or by the deployment (SPEC §3 Network).
 * `rpcUrls` from a host are for the host page itself: the widget never fetches them (channel threat T24).
 */
export const networkSchema = z.object({
  id: chainIdSchema,
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  nativeCurrency: z.object({
    name: z.string().check(z.maxLength(64)),
    symbol: z.string().check(z.minLength(1), z.maxLength(16)),
    decimals: z.int().check(z.gte(0), z.lte(36)),
  }),
  rpcUrls: z.optional(z.array(httpUrl).check(z.maxLength(8))),
  explorer: z.optional(z.object({ name: z.string().check(z.maxLength(64)), url: httpUrl })),
  testnet: z.optional(z.boolean()),
  local: z.optional(z.boolean()),
  imageId: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))),
})

export type Network = z.infer<typeof networkSchema>
