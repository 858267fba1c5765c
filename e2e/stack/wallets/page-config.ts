import * as z from '#shared/zod.ts'

const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]+$/))])

const privateKey = z.string().check(z.regex(/^(0x)?[0-9a-f]{64}$/))

const solana = z.object({
  /** CAIP-2 id; only pages that configure the network need it. */
  id: z.optional(z.string()),
  /** Where the wallet sends transactions; a path is on the page's origin, which may be all that its CSP allows. */
  rpcUrl: z.string(),
  /** The chain's id in the Wallet Standard; default `solana:localnet`. */
  walletChain: z.optional(z.templateLiteral(['solana:', z.string()])),
  /** `privateKey` is the 32-byte seed of an Ed25519 key, in hex. */
  accounts: z.array(z.object({ label: z.string(), address: z.string(), privateKey })),
})
export type SolanaWorld = z.infer<typeof solana>

const polkadot = z.object({
  id: z.optional(z.string()),
  genesisHash: hex,
  /** The node's WebSocket URL, for dApps with their own client. */
  wsUrl: z.optional(z.string()),
  accounts: z.array(
    z.object({
      label: z.string(),
      uri: z.string(),
      type: z.enum(['sr25519', 'ed25519', 'ecdsa', 'ethereum']),
      address: z.string(),
    }),
  ),
})
export type PolkadotWorld = z.infer<typeof polkadot>

/** The configuration of every page of the local world: `globalThis.drawbridgeWorld`, from `/__stack/world.js`. */
export const pageWorldSchema = z.object({
  site: z.enum(['widget', 'dapp', 'evil']),
  widgetUrl: z.string(),
  evilUrl: z.string(),
  /** How test wallets reach the nodes: by a worker, like an extension, where the page's CSP forbids connections. */
  rpc: z.enum(['fetch', 'worker']),
  chains: z.array(
    z.object({ chainId: z.int(), name: z.string(), rpcUrl: z.string(), configured: z.boolean() }),
  ),
  accounts: z.array(z.object({ label: z.string(), address: hex, privateKey: hex, funded: z.boolean() })),
  tokens: z.array(z.object({ symbol: z.string(), address: hex, decimals: z.int() })),
  /** Absent: no Solana wallets. */
  solana: z.optional(solana),
  /** Absent: no Polkadot wallets. */
  polkadot: z.optional(polkadot),
  /** The second chain of the Polkadot namespace: its CAIP-2 id and its node's WebSocket URL. */
  acala: z.optional(z.object({ id: z.string(), wsUrl: z.string() })),
})
export type PageConfig = z.infer<typeof pageWorldSchema>

/** Reads the page's configuration. @throws ZodError when the page has not loaded `/__stack/world.js`. */
export function readPageConfig(): PageConfig {
  return z.parse(pageWorldSchema, Reflect.get(globalThis, 'drawbridgeWorld'))
}
