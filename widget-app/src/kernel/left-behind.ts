import { atom } from '#widget/lib/state.ts'
import { journalAtom, pageAtom, putAsideAtom } from './journal.ts'
import type { TransactionEntry } from './transaction-entry.ts'

/**
 * The latest transfer that a page asked a wallet for and then was gone, until the person has been told what became of it
 * and puts it aside; write to it to do that. What the wallet refused moved nothing and is not told.
 */
export const leftBehindAtom = atom(
  (get): TransactionEntry | undefined => {
    const page = get(pageAtom)
    return get(journalAtom).find(
      (entry) => entry.page !== page && !entry.isTold && !entry.purpose && entry.state.is !== 'rejected',
    )
  },
  (get, set) => {
    const entry = get(leftBehindAtom)
    if (entry) set(putAsideAtom, entry.id)
  },
)
