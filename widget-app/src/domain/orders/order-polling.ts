import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { isOpenOrder } from './order.ts'
import { ordersAtom } from './orders.ts'

const openIdsAtom = atom((get) =>
  get(ordersAtom)
    // Whether one that was given up is still asked for, its time says to whoever follows.
    .filter((order) => isOpenOrder(order) || order.state.is === 'abandoned')
    .map(({ id }) => id)
    .join(' '),
)

/** Anew with every order that begins or ends. */
const followerAtom = atom((get) => {
  const hasOpen = get(openIdsAtom) !== ''
  const startAtom = atom(
    () => undefined,
    (at, set): (() => void) => {
      const ends = new AbortController()
      if (hasOpen) {
        import('./poll-orders.ts').then(
          ({ pollOpenOrdersAtom }) => set(pollOpenOrdersAtom, ends.signal),
          (cause: unknown) => at(portsAtom).log('Orders could not be followed', cause),
        )
      }
      return () => ends.abort()
    },
  )
  startAtom.onMount = (start) => start()
  return startAtom
})

/**
 * Mounted by what shows orders: follows the open ones to their end for as long as somebody looks. What follows is loaded
 * only where there is something to follow.
 */
export const orderPollingAtom = atom((get): undefined => get(get(followerAtom)))
