import * as z from 'zod/mini'

/**
 * By what clients know a chain: signatures are for one genesis hash, spec version and transaction version; the rest is in
 * `system_properties`.
 */
const chainIdentitySchema = z.object({
  genesisHash: z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))]),
  symbol: z.string(),
  decimals: z.int().check(z.gte(0)),
  /** Prefix of addresses (SS58). */
  prefix: z.int().check(z.gte(0)),
})
export type ChainIdentity = z.output<typeof chainIdentitySchema>

/** What the node's process is told, as JSON in its only argument. */
export const nodeOptionsSchema = z.object({
  /** Whose runtime it has. */
  chain: z.enum(['asset-hub', 'acala']),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  /** SS58 addresses that have coins, and on Asset Hub tokens, from the start. */
  accounts: z.array(z.string()),
  /** Of the Asset Hub; the local world's unless given. */
  identity: z.optional(chainIdentitySchema),
})

export type NodeOptions = z.output<typeof nodeOptionsSchema>
