import { type Address, getAddressDecoder, lamports, type SignatureBytes } from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm'
import { RpcError } from '../../rpc-error.ts'
import { accountAt, mintDecimals } from './account-json.ts'
import { computeBudgetOf, messageFee } from './message-fee.ts'
import { rpcCodes } from './rpc-codes.ts'
import type { Slots } from './slots.ts'
import { decodeTokenState, tokenAmountJson } from './token-state.ts'
import { type TransactionErrorJson, transactionErrorJson } from './transaction-error.ts'
import { type CompiledTransactionMessage, toBase58, type WireTransaction } from './wire-transaction.ts'

/** Accounts of a transaction, in the order of the account indexes in its instructions. */
export type TransactionKeys = {
  readonly all: readonly Address[]
  /** Accounts from address lookup tables. */
  readonly loaded: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
}

/** Fee, balances and result of a transaction. */
export type TransactionEffects = {
  readonly fee: bigint
  /** Compute-unit price that it paid, in micro-lamports. */
  readonly unitPrice: bigint
  readonly preBalances: readonly number[]
  readonly postBalances: readonly number[]
  readonly preTokenBalances: readonly object[]
  readonly postTokenBalances: readonly object[]
  readonly result: TransactionMetadata
}

/** A transaction in a slot. An airdrop has no wire form, because the SVM creates it. */
export type LandedTransaction = {
  readonly signature: string
  readonly slot: number
  readonly blockTime: number
  readonly error: TransactionErrorJson | null
  readonly keys: TransactionKeys
  readonly sent: (WireTransaction & TransactionEffects) | undefined
}

export type Ledger = {
  readonly find: (signature: string) => LandedTransaction | undefined
  /** Transactions of an account, latest first. */
  readonly forAccount: (account: Address) => readonly LandedTransaction[]
  /** All transactions, oldest first. */
  readonly all: () => readonly LandedTransaction[]
  /** Executes a transaction and stores it if it lands, failed or not. @throws RpcError when it cannot land. */
  readonly execute: (wire: WireTransaction) => LandedTransaction
  /** Adds new lamports to an account. */
  readonly airdrop: (recipient: Address, amount: bigint) => LandedTransaction
  /** Calls `onLanded` after each transaction. */
  readonly watch: (onLanded: (landed: LandedTransaction) => void) => void
}

const lookupTableHeaderLength = 56

/** The accounts of a message, including those of lookup tables. */
function transactionKeys(svm: LiteSVM, message: CompiledTransactionMessage): TransactionKeys {
  const writable: Address[] = []
  const readonly: Address[] = []
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : []
  for (const lookup of lookups) {
    const table = accountAt(svm, lookup.lookupTableAddress)
    if (table === undefined) continue
    const at = (index: number) => getAddressDecoder().decode(table.data, lookupTableHeaderLength + 32 * index)
    writable.push(...lookup.writableIndexes.map(at))
    readonly.push(...lookup.readonlyIndexes.map(at))
  }
  return { all: [...message.staticAccounts, ...writable, ...readonly], loaded: { writable, readonly } }
}

/** Whether a transaction may write to the account at an index of its keys. */
export function isWritable(
  message: CompiledTransactionMessage,
  keys: TransactionKeys,
  index: number,
): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const staticCount = message.staticAccounts.length
  if (index < numSignerAccounts) return index < numSignerAccounts - numReadonlySignerAccounts
  if (index < staticCount) return index < staticCount - numReadonlyNonSignerAccounts
  return index < staticCount + keys.loaded.writable.length
}

const missingSignatureError = () =>
  new RpcError(rpcCodes.signatureVerification, 'Transaction signature verification failure')

/** Returns the signatures, which the SVM verifies later. @throws RpcError −32003 when one is missing. */
function requireSignatures({ transaction }: WireTransaction): readonly [SignatureBytes, ...SignatureBytes[]] {
  const signatures = Object.values(transaction.signatures)
  const present = signatures.filter((signature) => signature !== null)
  const [first, ...rest] = present
  if (first === undefined || present.length < signatures.length) throw missingSignatureError()
  return [first, ...rest]
}

/** Errors of transactions that are in no block and pay no fee. */
const notLandedErrors: ReadonlySet<unknown> = new Set([
  'AlreadyProcessed',
  'BlockhashNotFound',
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'SanitizeFailure',
])

/** Creates a ledger, which executes transactions in the SVM and stores them. */
export function createLedger(svm: LiteSVM, slots: Slots): Ledger {
  const bySignature = new Map<string, LandedTransaction>()
  const transactions: LandedTransaction[] = []
  const watchers = new Set<(landed: LandedTransaction) => void>()

  const readLamports = (keys: TransactionKeys) => keys.all.map((key) => Number(svm.getBalance(key) ?? 0n))
  const readTokenBalances = (keys: TransactionKeys) =>
    keys.all.flatMap((key, accountIndex) => {
      const account = accountAt(svm, key)
      const state = account && decodeTokenState(account)
      if (account === undefined || state?.is !== 'account') return []
      const { mint, owner, amount } = state
      const uiTokenAmount = tokenAmountJson(amount, mintDecimals(svm, mint))
      return [{ accountIndex, mint, owner, programId: account.programAddress, uiTokenAmount }]
    })

  function store(landed: LandedTransaction): LandedTransaction {
    bySignature.set(landed.signature, landed)
    transactions.push(landed)
    // After the response, as on a real chain: subscribers are notified later than the sender.
    setImmediate(() => {
      for (const watcher of watchers) watcher(landed)
    })
    return landed
  }

  return {
    find: (signature) => bySignature.get(signature),
    forAccount: (account) => transactions.filter((landed) => landed.keys.all.includes(account)).reverse(),
    all: () => transactions,
    watch: (onLanded) => void watchers.add(onLanded),
    execute(wire) {
      const { transaction, message } = wire
      const [first] = requireSignatures(wire)
      const keys = transactionKeys(svm, message)
      const preBalances = readLamports(keys)
      const preTokenBalances = readTokenBalances(keys)
      const outcome = svm.sendTransaction(transaction)
      const isFailed = outcome instanceof FailedTransactionMetadata
      const error = isFailed ? transactionErrorJson(outcome.err()) : null
      if (error === 'SignatureFailure') throw missingSignatureError()
      if (notLandedErrors.has(error)) {
        throw new RpcError(rpcCodes.preflightFailure, `Transaction simulation failed: ${error}`, {
          err: error,
          logs: [],
        })
      }
      return store({
        signature: toBase58(first),
        slot: slots.slot(),
        blockTime: slots.unixTime(),
        error,
        keys,
        sent: {
          ...wire,
          fee: messageFee(message),
          unitPrice: computeBudgetOf(message).price,
          preBalances,
          postBalances: readLamports(keys),
          preTokenBalances,
          postTokenBalances: readTokenBalances(keys),
          result: isFailed ? outcome.meta() : outcome,
        },
      })
    },
    airdrop(recipient, amount) {
      // The SVM signs it over its blockhash. Without a new one, the same airdrop twice is one transaction.
      svm.expireBlockhash()
      const outcome = svm.airdrop(recipient, lamports(amount))
      if (outcome === null || outcome instanceof FailedTransactionMetadata)
        throw new RpcError(rpcCodes.internal, `airdrop failed: ${outcome?.toString() ?? 'no account'}`)
      return store({
        signature: toBase58(outcome.signature()),
        slot: slots.slot(),
        blockTime: slots.unixTime(),
        error: null,
        keys: { all: [recipient], loaded: { writable: [], readonly: [] } },
        sent: undefined,
      })
    },
  }
}
