import * as z from '#shared/zod.ts'

const key = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))])
const keys = z.array(key).check(z.minLength(1))

/** Keys and chains of a wallet; the first key is the active account. EVM and Solana keys are 32 bytes as hex. */
export const accountsSchema = z.object({
  /** Node URLs by chain number. */
  eip155: z.optional(z.object({ keys, rpcUrls: z.record(z.string().check(z.regex(/^\d+$/)), z.url()) })),
  /** Ed25519 seeds; node URLs by CAIP-2 reference. */
  solana: z.optional(z.object({ keys, rpcUrls: z.record(z.string(), z.url()) })),
  /** Secret URIs of sr25519 keys (a mini secret as hex, a phrase, a derivation); SS58 prefixes by CAIP-2 reference. */
  polkadot: z.optional(
    z.object({
      keys: z.array(z.string()).check(z.minLength(1)),
      ss58Prefixes: z.record(z.string().check(z.regex(/^[0-9a-f]{32}$/)), z.int()),
    }),
  ),
})
export type WalletAccounts = z.infer<typeof accountsSchema>
