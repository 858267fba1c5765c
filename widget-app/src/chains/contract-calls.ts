import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { Connection } from './connection.ts'
import type { FeeEstimate } from './fee-estimate.ts'
import type { IncomingTransfers } from './incoming-transfers.ts'
import type { DecodedAmount, Fact } from './request-facts.ts'
import type { SentVerdict, SentVerification, SubmittedTransaction } from './submitted-transaction.ts'

/**
 * A call of a contract as an API built it; `value` in the native currency's base units. `data` is the call's in hex on
 * eip155; on solana a whole transaction that waits for its signatures, in base64, and `to` the program it is about.
 */
export type ContractCall = {
  readonly chain: ChainId
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value: bigint
}

/** Calls that a wallet carries out together, all or none (EIP-5792). */
export type CallBundles = {
  /** Whether the wallet says that it can on the chain it is on. It asks nobody; a wallet that does not tell cannot. */
  isSupported(connection: Connection): Promise<boolean>
  /** Asks the wallet for a bundle on the chain it is on; resolves with the bundle's id. @throws as `send`. */
  send(connection: Connection, calls: readonly ContractCall[]): Promise<string>
  /**
   * Compares what a bundle really was with what was asked for, as far as the chain shows its calls.
   * @throws as `verifySent`.
   */
  verify(sent: SentBundle, signal: AbortSignal): Promise<SentVerification>
}

/** A bundle that is on the chain: who it is of, the transactions of its receipts, and the calls that were asked for. */
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
 * What a call costs. `changes`: what it would change of the account's balances, less fee and deposit, where a call does not
 * say itself what it does.
 */
export type CallEstimate = FeeEstimate & { readonly changes?: readonly DecodedAmount[] }

/** What a run of calls on the chain as it is now shows, without the fee. */
export type CallRun = {
  readonly changes: readonly DecodedAmount[]
  /** Rights that it hands out. */
  readonly grants: readonly Fact[]
  /** Whether the node reported all that changes. */
  readonly isWhole: boolean
}

/** Calls of contracts beside transfers: approvals and swaps, and what they brought. */
export type ContractCalls = IncomingTransfers & {
  /** Whether a contract takes tokens only by leave that was given before (ERC-20); else its call moves them itself. */
  readonly takesLeave: boolean
  /** How many of the units that the API prices a swap takes before it is built. */
  readonly swapGasUnits: bigint
  /** What an account that a swap opens has to hold, in the native currency; of wrapped coins it comes back at the end. */
  readonly swapDeposit: bigint
  /** What a call says that it does, as the review of a dApp's request would read it. @throws as `readRequest`. */
  read(connection: Connection, call: ContractCall, signal: AbortSignal): Promise<readonly Fact[]>
  /**
   * What a call costs.
   * @throws WidgetError `send/failed` (`data.reason`) when the chain would refuse it, `http/*` when it cannot be asked.
   */
  estimate(call: ContractCall, network: Network): Promise<CallEstimate>
  /**
   * Runs calls one after the other, without sending them; undefined where they fail or nothing can run them.
   * @throws WidgetError `http/*`, `swap/not-as-agreed` where the calls may do more than a run shows.
   */
  run(calls: readonly ContractCall[], network: Network, signal: AbortSignal): Promise<CallRun | undefined>
  /** Asks the wallet to sign and submit a call, as `send` does for a transfer. @throws as `send`. */
  send(
    connection: Connection,
    call: ContractCall,
    fee: FeeEstimate,
    onSigned?: (transaction: SubmittedTransaction) => void,
  ): Promise<SubmittedTransaction>
  /** Compares what is on the chain with the call that was asked for, as `verifySent` does. @throws as `verifySent`. */
  verify(
    transaction: SubmittedTransaction,
    call: ContractCall,
    network: Network,
    signal: AbortSignal,
  ): Promise<SentVerdict>
  /** Absent where no wallet of the namespace carries out several calls as one. */
  readonly bundles?: CallBundles
}
