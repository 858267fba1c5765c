import { chainIdSchema } from '../caip/chain-id.ts'
import { namespaceSchema } from '../caip/namespace.ts'
import { optional, text } from '../wire-schema.ts'

/**
 * Parameters of `openModal` that are those of the view WalletSend: all but `namespace` are for it only, and prefill the form;
 * the user still reviews and confirms.
 */
export const prefillFields = {
  /** The ecosystem in which to connect, as a CAIP-2 namespace. */
  namespace: optional(namespaceSchema),
  /** WalletSend: whole tokens in program notation, such as `0.5`; Ethereum accounts only. */
  amount: optional(text(80)),
  /** WalletSend: the token's contract, by default the native currency; Ethereum accounts only. */
  assetAddress: optional(text(128)),
  /** WalletSend: CAIP-2 id of the network. */
  chainId: optional(chainIdSchema),
  /** WalletSend: the recipient's address or name; Ethereum accounts only. */
  to: optional(text(256)),
}
