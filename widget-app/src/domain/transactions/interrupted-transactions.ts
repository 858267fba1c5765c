import { atom } from '#widget/lib/state.ts'
import { dismissTransactionAtom, documentIdAtom, journalAtom } from './journal.ts'
import { movedFunds, type TransactionEntry } from './transaction-entry.ts'

/** Whether an entry matters to the user. An allowance that was not set or not revoked changes nothing. */
function mattersToUser({ purpose, state, value }: TransactionEntry): boolean {
  if (state.is === 'rejected') return false
  if (purpose?.is !== 'approval') return true
  const moved = movedFunds(state)
  return moved === 'yes' || moved === 'fee' || (moved !== 'no' && value > 0n)
}

/**
 * The latest transfer, swap or approval that a former document requested from a wallet, until the user dismisses it; writing
 * dismisses it. A transaction that the wallet rejected moved nothing and is left out.
 */
export const interruptedTransactionAtom = atom(
  (get): TransactionEntry | undefined => {
    const page = get(documentIdAtom)
    return get(journalAtom).find((entry) => entry.page !== page && !entry.isTold && mattersToUser(entry))
  },
  (get, set) => {
    const entry = get(interruptedTransactionAtom)
    if (entry) set(dismissTransactionAtom, entry.id)
  },
)
