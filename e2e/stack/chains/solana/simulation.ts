import { FailedTransactionMetadata, type LiteSVM, type SimulatedTransactionInfo } from 'litesvm'
import { type TransactionErrorJson, transactionErrorJson } from './transaction-error.ts'
import type { WireTransaction } from './wire-transaction.ts'

/** Result of a simulation on the current state. */
export type Simulation = {
  readonly error: TransactionErrorJson | null
  readonly logs: readonly string[]
  readonly unitsConsumed: number
  readonly outcome: SimulatedTransactionInfo | undefined
}

/** Simulates a transaction; signatures are verified only with `verifySignatures`. */
export function simulate(
  svm: LiteSVM,
  { transaction }: WireTransaction,
  options: { readonly verifySignatures: boolean },
): Simulation {
  svm.withSigverify(options.verifySignatures)
  try {
    const outcome = svm.simulateTransaction(transaction)
    const isFailed = outcome instanceof FailedTransactionMetadata
    const meta = outcome.meta()
    return {
      error: isFailed ? transactionErrorJson(outcome.err()) : null,
      logs: meta.logs(),
      unitsConsumed: Number(meta.computeUnitsConsumed()),
      outcome: isFailed ? undefined : outcome,
    }
  } finally {
    svm.withSigverify(true)
  }
}

/** A simulation in the form that `simulateTransaction` and a failed preflight return. */
export const simulationJson = ({ error, logs, unitsConsumed }: Simulation) => ({
  err: error,
  logs,
  unitsConsumed,
  accounts: null,
  returnData: null,
  innerInstructions: null,
})
