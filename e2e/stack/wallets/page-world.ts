import * as z from 'zod/mini'

const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]+$/))])

/** What every page of the local world knows about it, as `globalThis.drawbridgeWorld` (from `/__stack/world.js`). */
export const pageWorldSchema = z.object({
  site: z.enum(['widget', 'dapp', 'evil']),
  widgetUrl: z.string(),
  evilUrl: z.string(),
  /** How test wallets reach the nodes: a page that forbids connections leaves a worker, as an extension has one. */
  rpc: z.enum(['fetch', 'worker']),
  chains: z.array(
    z.object({ chainId: z.int(), name: z.string(), rpcUrl: z.string(), configured: z.boolean() }),
  ),
  accounts: z.array(z.object({ label: z.string(), address: hex, privateKey: hex, funded: z.boolean() })),
  tokens: z.array(z.object({ symbol: z.string(), address: hex, decimals: z.int() })),
})
export type PageWorld = z.infer<typeof pageWorldSchema>

/** @throws ZodError when the page has not loaded `/__stack/world.js`. */
export function readPageWorld(): PageWorld {
  return z.parse(pageWorldSchema, Reflect.get(globalThis, 'drawbridgeWorld'))
}
