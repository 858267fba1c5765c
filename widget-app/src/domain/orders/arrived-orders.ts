import { atom, atomFamily } from '#widget/lib/state.ts'
import type { Order } from './order.ts'
import { dismissOrderAtom, orderAtom, ordersAtom } from './orders.ts'

/**
 * The latest order that came while nobody looked at it, until the person has seen it or puts it aside; write to it to do
 * that.
 */
export const arrivedOrderAtom = atom(
  (get): Order | undefined => get(ordersAtom).find(({ isNews }) => isNews),
  (get, set) => {
    const order = get(arrivedOrderAtom)
    if (order) set(dismissOrderAtom, order.id)
  },
)

/** Anew when an order has come: who shows it tells the person of it. */
const seenAtom = atomFamily((id: string) =>
  atom((get) => {
    const isNews = get(orderAtom(id))?.isNews === true
    const noteAtom = atom(
      () => undefined,
      (_get, set) => (isNews ? set(dismissOrderAtom, id) : undefined),
    )
    noteAtom.onMount = (note) => note()
    return noteAtom
  }),
)

/** Mounted by the view of an order: what it says has been told. */
export const acknowledgeOrderAtom = atomFamily((id: string) =>
  atom((get): undefined => get(get(seenAtom(id)))),
)
