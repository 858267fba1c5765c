import type { TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import type { SendState } from './model.ts'

/** The stage that the progress view shows; after the hash, the status of the journal entry. */
export type ProgressStage =
  | 'switching'
  | 'signing'
  | 'unknown'
  | 'mismatched'
  | 'submitted'
  | 'confirmed'
  | 'failed'
  | 'replaced'
  | 'dropped'
  | 'expired'

/** The stage of the transfer, from the attempt and, once there is a hash, from its journal entry. */
export function stageOf(state: SendState, entry: TransactionState | undefined): ProgressStage {
  switch (state.is) {
    case 'switching':
    case 'signing':
    case 'unknown':
    case 'mismatched':
      return state.is
    default:
      switch (entry?.is) {
        case 'confirmed':
        case 'failed':
        case 'replaced':
        case 'dropped':
        case 'expired':
        case 'unknown':
          return entry.is
        default:
          return 'submitted'
      }
  }
}
