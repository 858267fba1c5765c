import { orderLifetimeMs } from '#shared/config/limits.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { atom, atomFamily, type WritableAtom } from '#widget/lib/state.ts'
import { mayBeGivenUp } from './order.ts'
import { tellingAtom } from './order-status.ts'
import { orderAtom } from './orders.ts'
import { eventOf, noteAtom } from './record-order-event.ts'

/** Whether an order is being given up; `refused` with why: its provider says that it is paid, or cannot be asked. */
export type GivingUp =
  | { readonly is: 'idle' | 'asking' }
  | { readonly is: 'refused'; readonly why: 'paid' | 'unreachable' }

type Offer = 'none' | 'possible' | 'asking' | 'overdue'

const stateAtom = atomFamily((_id: string) => atom<GivingUp>({ is: 'idle' }))

/** How far a person has got with giving an order up. */
export const givingUpAtom = atomFamily((id: string) => atom((get) => get(stateAtom(id))))

/**
 * Whether a person can give an order up now, or put one aside, `overdue`, whose transaction the network has not shown for a
 * day; write to it to do so.
 */
export const giveUpOfferAtom = atomFamily(
  (id: string): WritableAtom<Offer, [], void> =>
    atom(
      (get): Offer => {
        const order = get(orderAtom(id))
        if (order?.state.is === 'sent')
          return get(nowAtom) - order.updatedAt > orderLifetimeMs ? 'overdue' : 'none'
        if (!order || !mayBeGivenUp(order)) return 'none'
        return get(stateAtom(id)).is === 'asking' ? 'asking' : 'possible'
      },
      (get, set) => {
        if (get(giveUpOfferAtom(id)) === 'overdue') set(noteAtom, id, { is: 'forgotten' })
        else void set(giveUpAtom, id)
      },
    ),
)

/**
 * The person says that they did not pay. Its provider is asked once more first, and what it says is written down: an order
 * that it says is paid is not given up, nor one of which it cannot be asked. Where nobody tells, the person's word counts.
 */
export const giveUpAtom = atom(null, async (get, set, id: string): Promise<void> => {
  const order = get(orderAtom(id))
  if (!order || !mayBeGivenUp(order) || get(stateAtom(id)).is === 'asking') return
  set(stateAtom(id), { is: 'asking' })
  const told = await set(tellingAtom, order, new AbortController().signal)
  const said = eventOf(told)
  if (said) set(noteAtom, id, said)
  if (told.is === 'unreachable') {
    set(stateAtom(id), { is: 'refused', why: 'unreachable' })
    return
  }
  const isPaid = said?.is === 'paid' || said?.is === 'sent'
  if (!isPaid) set(noteAtom, id, { is: 'abandoned' })
  set(stateAtom(id), isPaid ? { is: 'refused', why: 'paid' } : { is: 'idle' })
})
