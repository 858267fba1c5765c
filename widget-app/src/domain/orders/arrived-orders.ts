import { atom, atomFamily } from '#widget/lib/state.ts'
import type { Order } from './order.ts'
import { dismissOrderAtom, orderAtom, ordersAtom } from './orders.ts'

/** The latest order that arrived while it was not displayed, until the user acknowledges it; writing acknowledges it. */
export const arrivedOrderAtom = atom(
  (get): Order | undefined => get(ordersAtom).find(({ isNews }) => isNews),
  (get, set) => {
    const order = get(arrivedOrderAtom)
    if (order) set(dismissOrderAtom, order.id)
  },
)

/** A new atom once the order has arrived; mounting it acknowledges the order. */
const acknowledgementAtom = atomFamily((id: string) =>
  atom((get) => {
    const isNews = get(orderAtom(id))?.isNews === true
    const acknowledgeAtom = atom(
      () => undefined,
      (_get, set) => (isNews ? set(dismissOrderAtom, id) : undefined),
    )
    acknowledgeAtom.onMount = (acknowledge) => acknowledge()
    return acknowledgeAtom
  }),
)

/** Mounted by the view of an order: acknowledges its arrival. */
export const acknowledgeOrderAtom = atomFamily((id: string) =>
  atom((get): undefined => get(get(acknowledgementAtom(id)))),
)
