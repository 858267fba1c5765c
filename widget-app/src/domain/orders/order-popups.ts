import { portsAtom } from '#widget/core/ports.ts'
import { openPopup, type Popup, type PopupSize, watchPopup } from '#widget/lib/popup.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import type { Order } from './order.ts'

/** The sizes that AppKit uses too. */
const sizes: { readonly [Kind in Order['kind']]: PopupSize } = {
  buy: { widthPx: 600, heightPx: 800 },
  exchange: { widthPx: 480, heightPx: 720 },
}

/**
 * The popup of an order's page, as far as the widget can observe it. `out-of-sight`: closed, or severed by the page's
 * policy. `not-held`: blocked by the browser, or opened without a reference because of the host's policy (`popup-severed`).
 */
type Held =
  | { readonly is: 'open'; readonly popup: Popup }
  | { readonly is: 'out-of-sight' }
  | { readonly is: 'not-held' }

const heldAtom = atom<ReadonlyMap<string, Held>>(new Map<string, Held>())

const setHeldAtom = atom(null, (get, set, id: string, held: Held) =>
  set(heldAtom, new Map([...get(heldAtom), [id, held]])),
)

/** The state of an order's popup; `none` if this document has not opened one. */
export const orderPopupAtom = atomFamily((id: string) =>
  atom((get): Held['is'] | 'none' => get(heldAtom).get(id)?.is ?? 'none'),
)

/**
 * Opens an order's page, or focuses its popup. Call it during a user activation, before any await. The order is polled
 * regardless of the popup.
 */
export const openOrderPopupAtom = atom(
  null,
  (get, set, { id, url, kind }: Pick<Order, 'id' | 'url' | 'kind'>) => {
    const held = get(heldAtom).get(id)
    if (held?.is === 'open' && !held.popup.isGone()) {
      held.popup.focus()
      return
    }
    const { openWindow, clock } = get(portsAtom)
    const popup = openPopup(openWindow, url, sizes[kind])
    if (!popup) {
      set(setHeldAtom, id, { is: 'not-held' })
      return
    }
    set(setHeldAtom, id, { is: 'open', popup })
    watchPopup(clock, popup, () => set(setHeldAtom, id, { is: 'out-of-sight' }))
  },
)
