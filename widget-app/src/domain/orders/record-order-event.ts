import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { atom } from '#widget/lib/state.ts'
import type { OrderEvent } from './order.ts'
import type { ProviderOrderStatus } from './order-status.ts'
import { orderAtom, recordOrderAtom } from './orders.ts'
import { paymentEndEvent } from './payment-event.ts'

/** What a service's word means for an order; undefined where it says nothing new. */
export function toOrderEvent(told: ProviderOrderStatus): OrderEvent | undefined {
  switch (told.is) {
    case 'untold':
    case 'waiting':
    case 'unreachable':
      return undefined
    case 'delivered':
      return { is: 'paid' }
    default:
      return told
  }
}

/** Writes down what became of an order, and tells it where that was its end: once, by who saw it. */
export const recordOrderEventAtom = atom(null, (get, set, id: string, event: OrderEvent): void => {
  const before = get(orderAtom(id))
  set(recordOrderAtom, id, event)
  const after = get(orderAtom(id))
  if (!before || !after || before.state.is === after.state.is) return
  const end = paymentEndEvent(after)
  if (end) set(trackEventAtom, end)
})
