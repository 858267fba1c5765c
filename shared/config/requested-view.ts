import * as z from 'zod/mini'
import { oneOf, text } from '../bounded.ts'
import { chainIdSchema } from '../caip/chain-id.ts'
import { namespaceSchema } from '../caip/namespace.ts'

/** Views a host may ask `openModal` for (the other views are only reached from inside). */
export const requestableViewNames = ['Connect', 'Account', 'Networks', 'AllWallets', 'WalletSend'] as const

/** Parameters of `openModal`. */
export const openRequestSchema = z.strictObject({
  view: z.optional(oneOf(...requestableViewNames)),
  namespace: z.optional(namespaceSchema),
  /** WalletSend only: prefilled fields; the person still reviews and confirms. */
  amount: z.optional(text(80)),
  assetAddress: z.optional(text(128)),
  chainId: z.optional(chainIdSchema),
  to: z.optional(text(256)),
})

export type OpenRequest = z.infer<typeof openRequestSchema>
