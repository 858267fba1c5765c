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
type PopupState =
  | { readonly is: 'open'; readonly popup: Popup }
  | { readonly is: 'out-of-sight' }
  | { readonly is: 'not-held' }

const popupsAtom = atom<ReadonlyMap<string, PopupState>>(new Map<string, PopupState>())

const setPopupAtom = atom(null, (get, set, id: string, state: PopupState) =>
  set(popupsAtom, new Map([...get(popupsAtom), [id, state]])),
)

/** The state of an order's popup; `none` if this document has not opened one. */
export const orderPopupAtom = atomFamily((id: string) =>
  atom((get): PopupState['is'] | 'none' => get(popupsAtom).get(id)?.is ?? 'none'),
)

/**
 * Opens an order's page, or focuses its popup. Call it during a user activation, before any await. The order is polled
 * regardless of the popup.
 */
export const openOrderPopupAtom = atom(
  null,
  (get, set, { id, url, kind }: Pick<Order, 'id' | 'url' | 'kind'>) => {
    const state = get(popupsAtom).get(id)
    if (state?.is === 'open' && !state.popup.isClosed()) {
      state.popup.focus()
      return
    }
    const { openWindow, clock } = get(portsAtom)
    const popup = openPopup(openWindow, url, sizes[kind])
    if (!popup) {
      set(setPopupAtom, id, { is: 'not-held' })
      return
    }
    set(setPopupAtom, id, { is: 'open', popup })
    watchPopup(clock, popup, () => set(setPopupAtom, id, { is: 'out-of-sight' }))
  },
)
