import { atom } from '#widget/lib/state.ts'
import { dismissTransactionAtom, documentIdAtom, journalAtom } from './journal.ts'
import { movedFunds, type TransactionEntry } from './transaction-entry.ts'

/** Whether there is anything to tell. A permission that was not given, or not taken back, leaves all as it was. */
function isOfMatter({ purpose, state, value }: TransactionEntry): boolean {
  if (state.is === 'rejected') return false
  if (purpose?.is !== 'approval') return true
  const moved = movedFunds(state)
  return moved === 'yes' || moved === 'fee' || (moved !== 'no' && value > 0n)
}

/**
 * The latest transfer, swap or permission that a page asked a wallet for and then was gone, until the person has been told
 * what became of it and puts it aside; write to it to do that. What the wallet refused moved nothing and is not told.
 */
export const interruptedTransactionAtom = atom(
  (get): TransactionEntry | undefined => {
    const page = get(documentIdAtom)
    return get(journalAtom).find((entry) => entry.page !== page && !entry.isTold && isOfMatter(entry))
  },
  (get, set) => {
    const entry = get(interruptedTransactionAtom)
    if (entry) set(dismissTransactionAtom, entry.id)
  },
)
