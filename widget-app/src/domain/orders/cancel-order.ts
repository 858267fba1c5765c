import { orderLifetimeMs } from '#shared/config/limits.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { atom, atomFamily, type WritableAtom } from '#widget/lib/state.ts'
import { isCancellable } from './order.ts'
import { fetchOrderStatusAtom } from './order-status.ts'
import { orderAtom } from './orders.ts'
import { recordOrderEventAtom, toOrderEvent } from './record-order-event.ts'

/** The state of cancelling an order; `refused` with the reason: its provider reports it as paid, or cannot be reached. */
export type CancelState =
  | { readonly is: 'idle' | 'asking' }
  | { readonly is: 'refused'; readonly why: 'paid' | 'unreachable' }

type CancelOption = 'none' | 'possible' | 'asking' | 'overdue'

const stateAtom = atomFamily((_id: string) => atom<CancelState>({ is: 'idle' }))

/** The state of cancelling one order. */
export const cancelStateAtom = atomFamily((id: string) => atom((get) => get(stateAtom(id))))

/**
 * Whether the user can cancel an order now, or dismiss one that is `overdue`: the network has not shown its transaction for
 * a day. Writing does it.
 */
export const canCancelOrderAtom = atomFamily(
  (id: string): WritableAtom<CancelOption, [], void> =>
    atom(
      (get): CancelOption => {
        const order = get(orderAtom(id))
        if (order?.state.is === 'sent')
          return get(nowAtom) - order.updatedAt > orderLifetimeMs ? 'overdue' : 'none'
        if (!order || !isCancellable(order)) return 'none'
        return get(stateAtom(id)).is === 'asking' ? 'asking' : 'possible'
      },
      (get, set) => {
        if (get(canCancelOrderAtom(id)) === 'overdue') set(recordOrderEventAtom, id, { is: 'forgotten' })
        else void set(cancelOrderAtom, id)
      },
    ),
)

/**
 * The user states that they did not pay. The provider's status is fetched and recorded first: an order that it reports as
 * paid is not cancelled, nor one whose provider cannot be reached. Without a status of the provider, the user's statement
 * decides.
 */
export const cancelOrderAtom = atom(null, async (get, set, id: string): Promise<void> => {
  const order = get(orderAtom(id))
  if (!order || !isCancellable(order) || get(stateAtom(id)).is === 'asking') return
  set(stateAtom(id), { is: 'asking' })
  const status = await set(fetchOrderStatusAtom, order, new AbortController().signal)
  const event = toOrderEvent(status)
  if (event) set(recordOrderEventAtom, id, event)
  if (status.is === 'unreachable') {
    set(stateAtom(id), { is: 'refused', why: 'unreachable' })
    return
  }
  const isPaid = event?.is === 'paid' || event?.is === 'sent'
  if (!isPaid) set(recordOrderEventAtom, id, { is: 'abandoned' })
  set(stateAtom(id), isPaid ? { is: 'refused', why: 'paid' } : { is: 'idle' })
})
