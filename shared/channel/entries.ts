import * as z from 'zod/mini'
import { nonEmptyText } from '../bounded.ts'
import { chainIdSchema } from '../caip/chain-id.ts'
import { namespaceSchema } from '../caip/namespace.ts'

export const platformSchema = z.literal(['polkadot', 'ethereum', 'solana'])

/** Wallet entry of the aggregation layer (SPEC §3), as data: host-sdk adds `connect` and `disconnect`. */
export const walletEntrySchema = z.strictObject({
  id: nonEmptyText(256),
  platform: platformSchema,
  type: z.literal(['injected', 'appKit']),
  name: z.string(),
  icon: z.optional(z.string()),
  isConnected: z.boolean(),
  providerId: z.optional(z.string()),
})

export type WalletEntry = z.infer<typeof walletEntrySchema>

/** Account entry of the aggregation layer (SPEC §3): `id` is the wallet id plus the address. */
export const accountEntrySchema = z.strictObject({
  id: z.string(),
  platform: platformSchema,
  namespace: namespaceSchema,
  address: z.string(),
  walletName: z.string(),
  walletId: nonEmptyText(256),
  isWalletDefault: z.optional(z.boolean()),
})

export type AccountEntry = z.infer<typeof accountEntrySchema>

export const connectionStatusSchema = z.literal(['disconnected', 'connecting', 'connected'])

/** Connection status values of SPEC §4. */
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>

/** What the host may know of the widget; sent whole on every change. */
export const bridgeStateSchema = z.strictObject({
  open: z.boolean(),
  loading: z.boolean(),
  status: connectionStatusSchema,
  activeNamespace: z.optional(namespaceSchema),
  /** The chosen network per connected namespace. */
  chains: z.array(chainIdSchema),
  accounts: z.array(accountEntrySchema),
  wallets: z.array(walletEntrySchema),
})

export type BridgeState = z.infer<typeof bridgeStateSchema>

/** How `openModal` ends well: connected with an account, or closed without one. */
export const modalResultSchema = z.union([
  z.strictObject({
    is: z.literal('connected'),
    namespace: namespaceSchema,
    chainId: chainIdSchema,
    address: z.string(),
    walletId: z.string(),
  }),
  z.strictObject({ is: z.literal('dismissed') }),
])

export type ModalResult = z.infer<typeof modalResultSchema>
