import { isOpenOrder, type Order } from '#widget/domain/orders/order.ts'
import type { ActivityItem, ActivityItems } from './activity-items.ts'

/** An order at an outside service, as one line of the activity. */
export type OrderActivity = {
  readonly is: 'order'
  readonly key: string
  readonly at: number
  readonly order: Order
}

/** One line of the activity of an account; `at` in epoch milliseconds. */
export type ActivityLine = ActivityItem | OrderActivity

/** Open items, and the others; each newest first. */
export type ActivityGroups = {
  readonly pending: readonly ActivityLine[]
  readonly settled: readonly ActivityLine[]
}

const toOrderActivity = (order: Order): OrderActivity => ({ is: 'order', key: order.id, at: order.at, order })

/** The hash of the transaction that delivers an order. A doubtful one is another transaction and gets its own line. */
const hashOf = ({ state }: Order): string | undefined =>
  state.is === 'sent' || state.is === 'arrived' || state.is === 'matched' ? state.hash : undefined

/**
 * Adds orders to the other lines. An order shares one line with the history record of its delivery. `hasMore`: older records
 * are not fetched yet, and older orders are left out until they are.
 */
export function withOrders(items: ActivityItems, orders: readonly Order[], hasMore: boolean): ActivityGroups {
  if (orders.length === 0) return items
  const delivered = new Set(orders.flatMap((order) => hashOf(order)?.toLowerCase() ?? []))
  const isNotDelivery = (item: ActivityItem) =>
    item.is !== 'found' || !delivered.has(item.record.hash.toLowerCase())
  const oldest = items.settled.at(-1)?.at
  const isWithinPages = ({ at }: Order) => !hasMore || oldest === undefined || at >= oldest
  const latestFirst = (lines: readonly ActivityLine[]) => [...lines].sort((a, b) => b.at - a.at)
  const open = orders.filter(isOpenOrder)
  const ended = orders.filter((order) => !isOpenOrder(order) && isWithinPages(order))
  return {
    pending: latestFirst([...open.map(toOrderActivity), ...items.pending.filter(isNotDelivery)]),
    settled: latestFirst([...ended.map(toOrderActivity), ...items.settled.filter(isNotDelivery)]),
  }
}
