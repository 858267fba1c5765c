import { lenientListOf } from '#shared/api/lenient-list.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { refetchBalancesAtom } from '#widget/domain/balances/forced-refetch.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { isDelivered, nextOrder, type Order, type OrderEvent, orderLimits, orderSchema } from './order.ts'

/** More than `orderLimits` retains. */
const storedLimit = 1_000

const storedOrdersAtom = storedAtom<readonly Order[]>(
  scopedKey('orders'),
  // A malformed order hides none of the others.
  () => lenientListOf(orderSchema(), storedLimit),
  [],
)

/** Orders at external services, latest first. */
export const ordersAtom = atom((get): readonly Order[] => get(storedOrdersAtom))

/** One order. */
export const orderAtom = atomFamily((id: string) =>
  atom((get) => get(ordersAtom).find((order) => order.id === id)),
)

/** Stores an order before the provider's page is opened: from then on a reload loses nothing. */
export const createOrderAtom = atom(null, (get, set, order: Omit<Order, 'at' | 'updatedAt' | 'state'>) => {
  const at = get(portsAtom).clock.now()
  const created: Order = { ...order, at, updatedAt: at, state: { is: 'opened' } }
  set(storedOrdersAtom, (orders) => orderLimits([created, ...orders.filter(({ id }) => id !== order.id)]))
})

/** Records an event of an order; one that its state does not allow changes nothing. */
export const recordOrderAtom = atom(null, (get, set, id: string, event: OrderEvent): void => {
  const updatedAt = get(portsAtom).clock.now()
  const current = get(orderAtom(id))
  if (!current || nextOrder(current.state, event) === current.state) return
  set(storedOrdersAtom, (orders) =>
    orders.map((order) => {
      if (order.id !== id) return order
      const state = nextOrder(order.state, event)
      return {
        ...order,
        updatedAt,
        state,
        ...(isDelivered({ state }) && !isDelivered(order) ? { isNews: true } : {}),
      }
    }),
  )
  if (event.is === 'arrived' || event.is === 'matched') void set(refetchBalancesAtom, current.asset)
})

/** Acknowledges the arrival of an order. */
export const dismissOrderAtom = atom(null, (get, set, id: string): void => {
  if (!get(orderAtom(id))?.isNews) return
  set(storedOrdersAtom, (orders) =>
    orders.map(({ isNews, ...order }) => (isNews && order.id !== id ? { ...order, isNews } : order)),
  )
})
