import { isOpenOrder, type Order } from '#widget/domain/orders/order.ts'
import type { ActivityItem, ActivityItems } from './activity-items.ts'

/** An order of a service outside, as one line of the activity. */
export type OrderActivity = {
  readonly is: 'order'
  readonly key: string
  readonly at: number
  readonly order: Order
}

/** One line of the activity of an account; `at` in epoch milliseconds. */
export type ActivityLine = ActivityItem | OrderActivity

/** What is waited for, and the rest; each newest first. */
export type ActivityLinesOf = {
  readonly pending: readonly ActivityLine[]
  readonly settled: readonly ActivityLine[]
}

const lineOf = (order: Order): OrderActivity => ({ is: 'order', key: order.id, at: order.at, order })

/** The transaction that delivers an order. One that is doubtful has a line of its own: it is something else. */
const hashOf = ({ state }: Order): string | undefined =>
  state.is === 'sent' || state.is === 'arrived' || state.is === 'matched' ? state.hash : undefined

/**
 * The orders among the other lines. An order and the history's record of the transaction that delivered it are one line.
 * `hasMore`: older records are to come, and older orders wait for them.
 */
export function withOrders(
  items: ActivityItems,
  orders: readonly Order[],
  hasMore: boolean,
): ActivityLinesOf {
  if (orders.length === 0) return items
  const delivered = new Set(orders.flatMap((order) => hashOf(order)?.toLowerCase() ?? []))
  const isElse = (item: ActivityItem) => item.is !== 'found' || !delivered.has(item.record.hash.toLowerCase())
  const oldest = items.settled.at(-1)?.at
  const isInReach = ({ at }: Order) => !hasMore || oldest === undefined || at >= oldest
  const latestFirst = (lines: readonly ActivityLine[]) => [...lines].sort((a, b) => b.at - a.at)
  const open = orders.filter(isOpenOrder)
  const ended = orders.filter((order) => !isOpenOrder(order) && isInReach(order))
  return {
    pending: latestFirst([...open.map(lineOf), ...items.pending.filter(isElse)]),
    settled: latestFirst([...ended.map(lineOf), ...items.settled.filter(isElse)]),
  }
}
