import type * as z from 'zod/mini'
import { chainIdSchema } from '../../caip/chain-id.ts'
import { namespaceSchema } from '../../caip/namespace.ts'
import { anyOf, flag, listOf, nonEmptyText, oneOf, optional, strictObject, text } from '../../wire-schema.ts'

const platformSchema = oneOf('polkadot', 'ethereum', 'solana')

/** Wallet entry of the aggregation layer (SPEC §3), as data: host-sdk adds `connect` and `disconnect`. */
export const walletEntrySchema = strictObject({
  id: nonEmptyText(256),
  platform: platformSchema,
  type: oneOf('injected', 'appKit'),
  name: text(),
  icon: optional(text()),
  isConnected: flag,
  /** Ethereum wallets: the rdns of EIP-6963, or the name if there is none. */
  providerId: optional(text()),
  /** Polkadot wallets: the key in `window.injectedWeb3`. */
  extensionId: optional(text()),
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
  /** Ethereum accounts: the wallet's first account. */
  isWalletDefault: optional(flag),
  // Polkadot accounts: metadata that the wallet reports.
  name: optional(text()),
  type: optional(oneOf('ed25519', 'sr25519', 'ecdsa', 'ethereum')),
  genesisHash: optional(text()),
})

export type AccountEntry = z.infer<typeof accountEntrySchema>

export const connectionStatusSchema = oneOf('disconnected', 'connecting', 'connected')

/** Connection status values of SPEC §4. */
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>

/** The state that the host may read; sent complete on every change. */
export const bridgeStateSchema = strictObject({
  open: flag,
  loading: flag,
  /** Of the active namespace. */
  status: connectionStatusSchema,
  /** Of each namespace that the host requested. */
  statuses: strictObject({
    eip155: optional(connectionStatusSchema),
    solana: optional(connectionStatusSchema),
    polkadot: optional(connectionStatusSchema),
  }),
  activeNamespace: optional(namespaceSchema),
  /** The selected network per connected namespace. */
  chains: listOf(chainIdSchema),
  /** Per namespace, accounts of the active wallet come first, and of these the active account. */
  accounts: listOf(accountEntrySchema),
  wallets: listOf(walletEntrySchema),
  /** With the option `siwx`: CAIP-10 ids of the connected accounts that have signed in. */
  signedIn: optional(listOf(text())),
})

export type BridgeState = z.infer<typeof bridgeStateSchema>

/** Successful results of `openModal`: connected with an account, or closed without one. */
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
