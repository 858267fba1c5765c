import { orderLifetimeMs } from '#shared/config/limits.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { atom, atomFamily, type WritableAtom } from '#widget/lib/state.ts'
import { isCancellable } from './order.ts'
import { fetchOrderStatusAtom } from './order-status.ts'
import { orderAtom } from './orders.ts'
import { recordOrderEventAtom, toOrderEvent } from './record-order-event.ts'

/** Whether an order is being given up; `refused` with why: its provider says that it is paid, or cannot be asked. */
export type CancelState =
  | { readonly is: 'idle' | 'asking' }
  | { readonly is: 'refused'; readonly why: 'paid' | 'unreachable' }

type Offer = 'none' | 'possible' | 'asking' | 'overdue'

const stateAtom = atomFamily((_id: string) => atom<CancelState>({ is: 'idle' }))

/** How far a person has got with giving an order up. */
export const cancelStateAtom = atomFamily((id: string) => atom((get) => get(stateAtom(id))))

/**
 * Whether a person can give an order up now, or put one aside, `overdue`, whose transaction the network has not shown for a
 * day; write to it to do so.
 */
export const canCancelOrderAtom = atomFamily(
  (id: string): WritableAtom<Offer, [], void> =>
    atom(
      (get): Offer => {
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
 * The person says that they did not pay. Its provider is asked once more first, and what it says is written down: an order
 * that it says is paid is not given up, nor one of which it cannot be asked. Where nobody tells, the person's word counts.
 */
export const cancelOrderAtom = atom(null, async (get, set, id: string): Promise<void> => {
  const order = get(orderAtom(id))
  if (!order || !isCancellable(order) || get(stateAtom(id)).is === 'asking') return
  set(stateAtom(id), { is: 'asking' })
  const told = await set(fetchOrderStatusAtom, order, new AbortController().signal)
  const said = toOrderEvent(told)
  if (said) set(recordOrderEventAtom, id, said)
  if (told.is === 'unreachable') {
    set(stateAtom(id), { is: 'refused', why: 'unreachable' })
    return
  }
  const isPaid = said?.is === 'paid' || said?.is === 'sent'
  if (!isPaid) set(recordOrderEventAtom, id, { is: 'abandoned' })
  set(stateAtom(id), isPaid ? { is: 'refused', why: 'paid' } : { is: 'idle' })
})
