import { mayProveWallet } from '#shared/api/wallet-proof.ts'
import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { Connection } from './connection.ts'
import type { SentBatch } from './embedded-batch.ts'
import { embeddedHandle } from './embedded-handle.ts'
import type { OperationState, SponsoredOperation } from './sponsorship.ts'

/** A JSON-RPC request in EIP-1193 shape. */
type RpcRequest = { readonly method: string; readonly params?: readonly unknown[] | object }

/** The key of one account of our own wallet. Only the vault has one; its functions throw after the key was erased. */
export type LocalKey =
  | {
      readonly namespace: 'eip155'
      /** EIP-55 address. */
      readonly address: `0x${string}`
      /** ECDSA over a 32-byte digest: 65 bytes r, s, v (27 or 28). */
      readonly signDigest: (digest: Uint8Array) => Uint8Array
    }
  | {
      readonly namespace: 'solana'
      /** Base58 public key. */
      readonly address: string
      /** Ed25519 over the message: 64 bytes. */
      readonly signMessage: (message: Uint8Array) => Uint8Array
    }
  | {
      readonly namespace: 'polkadot'
      /** SS58 address with the generic prefix. */
      readonly address: string
      /** Sr25519 over the message, in the context `substrate`: 64 bytes. */
      readonly signMessage: (message: Uint8Array) => Uint8Array
    }

/** A request that has all fields that are signed, so that it can be signed without a node. */
export type CompleteRequest = RpcRequest

/**
 * Whether an account executes the calls of a bundle in one transaction, all or none (EIP-5792): now, or by a transaction that
 * also upgrades it.
 */
export type BatchSupport = 'supported' | 'ready' | 'unsupported'

/** What bundles of our own wallet read from a chain. */
export type LocalBatches = {
  /** @throws WidgetError `http/*`; ProviderRpcError of the node. */
  support(account: string, network: Network): Promise<BatchSupport>
  /**
   * The receipt of a bundle's transaction as the node returns it; null while there is none, and `{ isReplaced: true }` once another
   * transaction has used its nonce.
   * @throws WidgetError `http/*`; ProviderRpcError of the node.
   */
  receipt(sent: Pick<SentBatch, 'hash' | 'account' | 'nonce'>, network: Network): Promise<unknown>
}

/** What sponsored user operations of our own wallet read from a chain. */
export type LocalOperations = {
  /**
   * The receipt of the transaction that included a user operation, with its own status; null while there is none, and
   * `{ isReplaced: true }` if there never will be one.
   * @throws WidgetError `http/*`; ProviderRpcError of the node.
   */
  receipt(operation: SponsoredOperation, network: Network): Promise<unknown>
  /** Watches an operation that a former document has sent, and stores its end. Never rejects, but for the signal. */
  watch(operation: SponsoredOperation, network: Network, signal?: AbortSignal): Promise<OperationState>
}

/** How the user prefers the account. */
export type CompleteOptions = {
  /** False: as an account without code, which pays its own fees. */
  readonly isSmartAccount?: boolean
}

/**
 * Signing for our own wallet, in three steps in two documents: the widget completes a dApp's request, the vault signs the
 * complete request and sends nothing, the widget verifies what was signed and sends it.
 */
export type LocalKeys = {
  /**
   * Completes a request as a wallet would: nonce, gas and fees of a transaction. One that is complete, or signs a text, is
   * returned as it is. The method stays.
   * @throws ProviderRpcError 4200 for a method that this wallet does not sign, −32602, −32000 with the node's reason if the
   * transaction cannot be executed; WidgetError `http/*`.
   */
  complete(
    connection: Connection,
    request: RpcRequest,
    network: Network,
    options?: CompleteOptions,
  ): Promise<CompleteRequest>
  /**
   * Methods whose requests `complete` gives the account's next nonce: the next of them is completed after the last one was sent.
   * Absent where transactions have no nonce, or the caller sets it.
   */
  readonly nonceMethods?: ReadonlySet<string>
  /**
   * Parses a complete request and signs it with its account's key, without a node. Of a transaction that the method would
   * send, the result is the signed transaction. `chain` is the connection's chain; a payload of Polkadot names its own.
   * @returns plain data: what `respond` reads.
   * @throws ProviderRpcError 4200 for every method that signs something else, −32602 for an incomplete request, 4100 for another
   * account, 4901 for a request of another chain.
   */
  sign(key: LocalKey, request: CompleteRequest, chain: ChainId): Promise<unknown>
  /**
   * Verifies what the vault has signed against the complete request, and sends it if the method does.
   * @returns what a wallet would respond to the dApp's request.
   * @throws ProviderRpcError −32603 with `data.reason` `mismatch` if another content was signed, with `unknown-outcome` and
   * the transaction's hash as `data.hint` if it may have been sent; the node's error, or WidgetError `send/failed`, if
   * nothing was sent.
   */
  respond(
    connection: Connection,
    request: CompleteRequest,
    signed: unknown,
    network: Network,
  ): Promise<unknown>
  /** Absent where a transaction itself holds several calls. */
  readonly batches?: LocalBatches
  /** Absent where no operator pays fees. */
  readonly operations?: LocalOperations
}

/** A connection with one key's account, for the parsers of requests. @throws ProviderRpcError 4901 for another namespace. */
export function keyConnection({ namespace, address }: LocalKey, chain: ChainId): Connection {
  if (namespaceOf(chain) !== namespace) throw otherNetwork()
  const wallet = { walletId: '', handle: embeddedHandle(namespace), walletName: '', icon: undefined }
  return { namespace, ...wallet, accounts: [address], chain }
}

/** The error of a key or network that is not the request's. */
export const otherNetwork = () =>
  new ProviderRpcError(providerCodes.chainDisconnected, 'The request is for another network')

/** @throws ProviderRpcError 4901 if a request would be completed or sent on another network than its connection's. */
export function requireNetwork({ chain }: Connection, network: Network): void {
  if (network.id !== chain) throw otherNetwork()
}

/** The error of a method that our own wallet does not sign. */
export const notSigned = (what: string) =>
  new ProviderRpcError(providerCodes.unsupportedMethod, `The wallet does not sign ${what}`)

/** @throws ProviderRpcError 4200 for a message that could pass as a proof of the wallet's keys, which the vault signs for its server only */
export function refuseWalletProof(message: Uint8Array): void {
  if (mayProveWallet(message)) throw notSigned('key proofs')
}

/** The error of signed content that differs from the request. */
export const signedMismatch = () =>
  linkError(providerCodes.internal, 'The vault signed something else than was requested', 'mismatch')
