import { hasOpenedAtom, modalOpenAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import type { Store } from '#widget/lib/state.ts'
import { hasRecordAtom } from '#widget/lib/storage.ts'

const hasOrdersAtom = hasRecordAtom(scopedKey('orders'))

/**
 * Refetches the state of the user's orders each time the widget opens, at any view. Without orders nothing is loaded, and
 * before the first opening nothing is fetched.
 */
export function refreshOrdersOnOpen(store: Store): () => void {
  const refreshIfOpen = () => {
    if (!store.get(modalOpenAtom) || !store.get(hasOpenedAtom) || !store.get(hasOrdersAtom)) return
    import('#widget/domain/orders/poll-orders.ts')
      .then(({ refreshOrdersAtom }) => store.set(refreshOrdersAtom))
      .catch((cause: unknown) => store.get(portsAtom).log('The orders could not be refreshed', cause))
  }
  const stops = [modalOpenAtom, hasOpenedAtom].map((fact) => store.sub(fact, refreshIfOpen))
  refreshIfOpen()
  return () => {
    for (const stop of stops) stop()
  }
}
