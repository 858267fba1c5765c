import type * as z from 'zod/mini'
import { chainIdSchema } from '../../caip/chain-id.ts'
import { namespaceSchema } from '../../caip/namespace.ts'
import { platformSchema } from '../../config/platform.ts'
import { anyOf, flag, listOf, nonEmptyText, oneOf, optional, strictObject, text } from '../../wire-schema.ts'

/** Wallet entry of the aggregation layer (SPEC §3), as data: host-sdk adds `connect` and `disconnect`. */
export const walletEntrySchema = strictObject({
  /** Platform and the wallet's own key, such as `polkadot:talisman`; `parseWalletId` parses it. */
  id: nonEmptyText(256),
  /** The wallet's ecosystem. */
  platform: platformSchema,
  /** `injected` in the page, or `appKit` if connected over WalletConnect. */
  type: oneOf('injected', 'appKit'),
  /** The wallet's name, as it states it. */
  name: text(),
  /** The wallet's icon, as a `data:` URL. */
  icon: optional(text()),
  /** True if an account of it is connected. */
  isConnected: flag,
  /** Ethereum wallets: the rdns of EIP-6963, or the name if there is none. */
  providerId: optional(text()),
  /** Polkadot wallets: the key in `window.injectedWeb3`. */
  extensionId: optional(text()),
})

export type WalletEntry = z.infer<typeof walletEntrySchema>

/** Account entry of the aggregation layer (SPEC §3): `id` is the wallet id plus the address. */
export const accountEntrySchema = strictObject({
  /** The wallet's id, a colon and the address; `parseAccountId` parses it. */
  id: text(),
  /** The account's ecosystem. */
  platform: platformSchema,
  /** The same as a CAIP-2 namespace. */
  namespace: namespaceSchema,
  /** The address on the active network. */
  address: text(),
  /** Name of the account's wallet. */
  walletName: text(),
  /** Id of the account's wallet. */
  walletId: nonEmptyText(256),
  /** Ethereum accounts: the wallet's first account. */
  isWalletDefault: optional(flag),
  /** Polkadot accounts: the name that the wallet reports. */
  name: optional(text()),
  /**
   * Polkadot accounts: the type of the key pair. Ethereum accounts of the embedded wallet: how the account is used; as
   * `smartAccount` it executes several calls in one transaction (EIP-5792) on networks that support it.
   */
  type: optional(oneOf('ed25519', 'sr25519', 'ecdsa', 'ethereum', 'eoa', 'smartAccount')),
  /** Polkadot accounts: the chain's genesis hash, if the wallet restricts the account to that chain. */
  genesisHash: optional(text()),
})

export type AccountEntry = z.infer<typeof accountEntrySchema>

export const connectionStatusSchema = oneOf('disconnected', 'connecting', 'connected')

/** Connection status values of SPEC §4. */
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>

/** The state that the host may read; sent complete on every change. */
export const bridgeStateSchema = strictObject({
  /** True while the modal is open. */
  open: flag,
  /** True while a wallet is connecting or wallets of the last visit reconnect. */
  loading: flag,
  /** Connection status of the active namespace. */
  status: connectionStatusSchema,
  /** Connection status of each namespace of the configured platforms. */
  statuses: strictObject({
    /** Status of Ethereum. */
    eip155: optional(connectionStatusSchema),
    /** Status of Solana. */
    solana: optional(connectionStatusSchema),
    /** Status of Polkadot. */
    polkadot: optional(connectionStatusSchema),
  }),
  /** The namespace on screen, as in CAIP-2; absent before the first state of the widget. */
  activeNamespace: optional(namespaceSchema),
  /** CAIP-2 ids: the selected network of each connected namespace. */
  chains: listOf(chainIdSchema),
  /** All connected accounts. Per namespace, those of the active wallet come first, and of these the active account. */
  accounts: listOf(accountEntrySchema),
  /** Wallets that the widget knows: discovered in the page, or connected over WalletConnect. */
  wallets: listOf(walletEntrySchema),
  /** With the option `siwx`: CAIP-10 ids of the connected accounts that have signed in. */
  signedIn: optional(listOf(text())),
})

export type BridgeState = z.infer<typeof bridgeStateSchema>

/** Successful results of `openModal`: connected with an account, or closed without one. */
export const modalResultSchema = anyOf(
  strictObject({
    /** The modal closed, and an account is connected. */
    is: oneOf('connected'),
    /** The active account's namespace. */
    namespace: namespaceSchema,
    /** CAIP-2 id of the active network. */
    chainId: chainIdSchema,
    /** The active account's address. */
    address: text(),
    /** Id of the active account's wallet. */
    walletId: text(),
  }),
  strictObject({
    /** The modal closed without a connected account. */
    is: oneOf('dismissed'),
  }),
)

export type ModalResult = z.infer<typeof modalResultSchema>
