import * as z from 'zod/mini'

/** What the node's process is told, as JSON in its only argument. */
export const nodeOptionsSchema = z.object({
  /** Whose runtime it has. */
  chain: z.enum(['asset-hub', 'acala']),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  /** SS58 addresses that have coins, and on Asset Hub tokens, from the start. */
  accounts: z.array(z.string()),
})

export type NodeOptions = z.output<typeof nodeOptionsSchema>
