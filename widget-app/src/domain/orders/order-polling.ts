import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { isOpenOrder } from './order.ts'
import { ordersAtom } from './orders.ts'

const openIdsAtom = atom((get) =>
  get(ordersAtom)
    // Whether a cancelled order is still polled depends on its age, which the poller checks.
    .filter((order) => isOpenOrder(order) || order.state.is === 'abandoned')
    .map(({ id }) => id)
    .join(' '),
)

/** A new atom whenever an order begins or ends. */
const pollerAtom = atom((get) => {
  const hasOpen = get(openIdsAtom) !== ''
  const startAtom = atom(
    () => undefined,
    (at, set): (() => void) => {
      const controller = new AbortController()
      if (hasOpen) {
        import('./poll-orders.ts').then(
          ({ pollOpenOrdersAtom }) => set(pollOpenOrdersAtom, controller.signal),
          (cause: unknown) => at(portsAtom).log('The orders could not be polled', cause),
        )
      }
      return () => controller.abort()
    },
  )
  startAtom.onMount = (start) => start()
  return startAtom
})

/**
 * Mounted by views that show orders: polls the open ones while it has a subscriber. The poller is loaded only if there are
 * open orders.
 */
export const orderPollingAtom = atom((get): undefined => get(get(pollerAtom)))
