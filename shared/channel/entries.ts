import type * as z from 'zod/mini'
import { anyOf, flag, listOf, nonEmptyText, oneOf, optional, strictObject, text } from '../bounded.ts'
import { chainIdSchema } from '../caip/chain-id.ts'
import { namespaceSchema } from '../caip/namespace.ts'

const platformSchema = oneOf('polkadot', 'ethereum', 'solana')

/** Wallet entry of the aggregation layer (SPEC §3), as data: host-sdk adds `connect` and `disconnect`. */
export const walletEntrySchema = strictObject({
  id: nonEmptyText(256),
  platform: platformSchema,
  type: oneOf('injected', 'appKit'),
  name: text(),
  icon: optional(text()),
  isConnected: flag,
  providerId: optional(text()),
})

export type WalletEntry = z.infer<typeof walletEntrySchema>

/** Account entry of the aggregation layer (SPEC §3): `id` is the wallet id plus the address. */
export const accountEntrySchema = strictObject({
  id: text(),
  platform: platformSchema,
  namespace: namespaceSchema,
  address: text(),
  walletName: text(),
  walletId: nonEmptyText(256),
  isWalletDefault: optional(flag),
})

export type AccountEntry = z.infer<typeof accountEntrySchema>

export const connectionStatusSchema = oneOf('disconnected', 'connecting', 'connected')

/** Connection status values of SPEC §4. */
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>

/** What the host may know of the widget; sent whole on every change. */
export const bridgeStateSchema = strictObject({
  open: flag,
  loading: flag,
  status: connectionStatusSchema,
  activeNamespace: optional(namespaceSchema),
  /** The chosen network per connected namespace. */
  chains: listOf(chainIdSchema),
  accounts: listOf(accountEntrySchema),
  wallets: listOf(walletEntrySchema),
})

export type BridgeState = z.infer<typeof bridgeStateSchema>

/** How `openModal` ends well: connected with an account, or closed without one. */
export const modalResultSchema = anyOf(
  strictObject({
    is: oneOf('connected'),
    namespace: namespaceSchema,
    chainId: chainIdSchema,
    address: text(),
    walletId: text(),
  }),
  strictObject({ is: oneOf('dismissed') }),
)

export type ModalResult = z.infer<typeof modalResultSchema>
