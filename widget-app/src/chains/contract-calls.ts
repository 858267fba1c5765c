import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { Connection } from './connection.ts'
import type { FeeEstimate } from './fee-estimate.ts'
import type { IncomingTransfers } from './incoming-transfers.ts'
import type { DecodedAmount, Fact } from './request-facts.ts'
import type { SentVerdict, SentVerification, SubmittedTransaction } from './submitted-transaction.ts'

/**
 * A contract call as an API built it; `value` in the native currency's base units. On eip155 `data` is the calldata in hex.
 * On solana it is a whole transaction without its signatures, in base64, and `to` is the program that it calls.
 */
export type ContractCall = {
  readonly chain: ChainId
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value: bigint
}

/** Calls that a wallet executes together, all or none (EIP-5792). */
export type CallBundles = {
  /**
   * Whether the wallet reports support on its current chain. Never prompts; a wallet that does not report it is unsupported.
   */
  isSupported(connection: Connection): Promise<boolean>
  /** Requests a bundle on the wallet's current chain; resolves with the bundle's id. @throws as `send`. */
  send(connection: Connection, calls: readonly ContractCall[]): Promise<string>
  /**
   * Verifies an executed bundle against the request, as far as the chain shows its calls.
   * @throws as `verifySent`.
   */
  verify(sent: SentBundle, signal: AbortSignal): Promise<SentVerification>
}

/** An included bundle: its account, the transactions of its receipts, and the requested calls. */
export type SentBundle = {
  readonly account: string
  readonly chain: ChainId
  readonly hashes: readonly string[]
  readonly calls: readonly {
    readonly to?: string | undefined
    readonly value: bigint
    readonly data: string
  }[]
}

/**
 * What a call costs. `changes`: how it would change the account's balances, without fee and deposit, if the call itself does
 * not show that.
 */
export type CallEstimate = FeeEstimate & { readonly changes?: readonly DecodedAmount[] }

/** Result of a simulation of calls on the current chain state, without the fee. */
export type CallSimulation = {
  readonly changes: readonly DecodedAmount[]
  /** Authorities that the calls grant. */
  readonly grants: readonly Fact[]
  /** Whether the node reported all changes. */
  readonly isComplete: boolean
}

/** Contract calls other than transfers: approvals and swaps, and the received amounts. */
export type ContractCalls = IncomingTransfers & {
  /** Whether a contract moves tokens only with an allowance (ERC-20); otherwise its call moves them itself. */
  readonly needsAllowance: boolean
  /** Units of gas or compute that a swap uses, as the API prices them, before it is built. */
  readonly swapGasUnits: bigint
  /**
   * The deposit for an account that a swap opens, in the native currency; for wrapped native currency it is returned at the
   * end.
   */
  readonly swapDeposit: bigint
  /** The facts of a call, as a review of a dApp request would decode them. @throws as `PreparedRequest.read`. */
  decode(connection: Connection, call: ContractCall, signal: AbortSignal): Promise<readonly Fact[]>
  /**
   * What a call costs.
   * @throws WidgetError `send/failed` (`data.reason`) if the chain would reject it, `http/*` if the chain cannot be called.
   */
  estimate(call: ContractCall, network: Network): Promise<CallEstimate>
  /**
   * Simulates calls in order, without sending them; undefined if they fail or nothing can simulate them.
   * @throws WidgetError `http/*`, `swap/not-as-agreed` if the calls may do more than a simulation shows.
   */
  simulate(
    calls: readonly ContractCall[],
    network: Network,
    signal: AbortSignal,
  ): Promise<CallSimulation | undefined>
  /** Requests the wallet to sign and submit a call, as `send` does for a transfer. @throws as `send`. */
  send(
    connection: Connection,
    call: ContractCall,
    fee: FeeEstimate,
    onSigned?: (transaction: SubmittedTransaction) => void,
  ): Promise<SubmittedTransaction>
  /** Verifies the included transaction against the requested call, as `verifySent` does. @throws as `verifySent`. */
  verify(
    transaction: SubmittedTransaction,
    call: ContractCall,
    network: Network,
    signal: AbortSignal,
  ): Promise<SentVerdict>
  /** Absent if no wallet of the namespace executes several calls as one. */
  readonly bundles?: CallBundles
}
