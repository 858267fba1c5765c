import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { isOpenOrder, type Order } from '#widget/domain/orders/order.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { historyAtom } from '#widget/domain/transactions/history.ts'
import { isSameAddress } from '#widget/domain/transactions/history-record.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import { isPending, type TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { mergeActivity } from './activity-items.ts'
import { type ActivityGroups, withOrders } from './order-activity.ts'

const noEntries: readonly TransactionEntry[] = []

/**
 * The account's journal entries on its chain, and pending ones on any chain, so that a pending payment stays listed after a
 * network switch.
 */
const accountEntriesAtom = atomFamily((account: AccountId) =>
  atom((get): readonly TransactionEntry[] => {
    const address = addressOf(account)
    const chain = chainOf(account)
    const own = get(journalAtom).filter(
      (entry) => isSameAddress(entry.from, address) && (entry.asset.chain === chain || isPending(entry)),
    )
    return own.length === 0 ? noEntries : own
  }),
)

const noOrders: readonly Order[] = []

/** The account's orders on its chain, and open ones on any chain. */
const accountOrdersAtom = atomFamily((account: AccountId) =>
  atom((get): readonly Order[] => {
    const address = addressOf(account)
    const chain = chainOf(account)
    const own = get(ordersAtom).filter(
      (order) => isSameAddress(order.to, address) && (order.asset.chain === chain || isOpenOrder(order)),
    )
    return own.length === 0 ? noOrders : own
  }),
)

/** True if the account's activity has journal entries or orders. */
export const hasLocalActivityAtom = atomFamily((account: AccountId) =>
  atom(
    (get): boolean => get(accountEntriesAtom(account)).length + get(accountOrdersAtom(account)).length > 0,
  ),
)

/** The activity of an account: its journal entries, its orders, and the records of the history service, merged. */
export const activityAtom = atomFamily((account: AccountId) =>
  atom((get): ActivityGroups => {
    const { records, more } = get(historyAtom(account))
    const hasMore = more !== 'none'
    const items = mergeActivity(get(accountEntriesAtom(account)), records, hasMore)
    return withOrders(items, get(accountOrdersAtom(account)), hasMore)
  }),
)
