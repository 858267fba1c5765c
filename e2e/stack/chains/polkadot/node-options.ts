import * as z from '#shared/zod.ts'

/**
 * What identifies a chain to clients. Signatures are for one genesis hash, spec version and transaction version; the other
 * fields are in `system_properties`.
 */
const chainIdentitySchema = z.object({
  genesisHash: z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))]),
  symbol: z.string(),
  decimals: z.int().check(z.gte(0)),
  /** Prefix of addresses (SS58). */
  prefix: z.int().check(z.gte(0)),
})
export type ChainIdentity = z.output<typeof chainIdentitySchema>

/** Options of the node's process, as JSON in its only argument. */
export const nodeOptionsSchema = z.object({
  /** Selects the runtime and its genesis. */
  chain: z.enum(['asset-hub', 'acala']),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  /** SS58 addresses that have native currency, and on Asset Hub tokens, from the start. */
  accounts: z.array(z.string()),
  /** Only for Asset Hub; defaults to that of the local world. */
  identity: z.optional(chainIdentitySchema),
})

export type NodeOptions = z.output<typeof nodeOptionsSchema>
