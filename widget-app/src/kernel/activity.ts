import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { type ActivityItems, mergeActivity } from './activity-items.ts'
import { historyAtom } from './history.ts'
import { isSameAddress } from './history-record.ts'
import { journalAtom } from './journal.ts'
import { isPending, type TransactionEntry } from './transaction-entry.ts'

const noEntries: readonly TransactionEntry[] = []

/** What an account did here on its chain, and what it waits for on any: a payment under way is not lost by a switch. */
const ownEntriesAtom = atomFamily((account: AccountId) =>
  atom((get): readonly TransactionEntry[] => {
    const address = addressOf(account)
    const chain = chainOf(account)
    const own = get(journalAtom).filter(
      (entry) => isSameAddress(entry.from, address) && (entry.asset.chain === chain || isPending(entry)),
    )
    return own.length === 0 ? noEntries : own
  }),
)

/** The activity of an account: its own entries in the journal and what the history service lists, merged. */
export const activityAtom = atomFamily((account: AccountId) =>
  atom((get): ActivityItems => {
    const { records, more } = get(historyAtom(account))
    return mergeActivity(get(ownEntriesAtom(account)), records, more !== 'none')
  }),
)
