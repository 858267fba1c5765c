import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { atom } from '#widget/lib/state.ts'
import type { OrderEvent } from './order.ts'
import type { ProviderOrderStatus } from './order-status.ts'
import { orderAtom, recordOrderAtom } from './orders.ts'
import { paymentEndEvent } from './payment-event.ts'

/** The order event for a provider's status; undefined if it reports nothing new. */
export function toOrderEvent(status: ProviderOrderStatus): OrderEvent | undefined {
  switch (status.is) {
    case 'untold':
    case 'waiting':
    case 'unreachable':
      return undefined
    case 'delivered':
      return { is: 'paid' }
    default:
      return status
  }
}

/** Records an order event, and tracks the end of the order: once, where it was observed. */
export const recordOrderEventAtom = atom(null, (get, set, id: string, event: OrderEvent): void => {
  const previous = get(orderAtom(id))
  set(recordOrderAtom, id, event)
  const after = get(orderAtom(id))
  if (!previous || !after || previous.state.is === after.state.is) return
  const end = paymentEndEvent(after)
  if (end) set(trackEventAtom, end)
})
