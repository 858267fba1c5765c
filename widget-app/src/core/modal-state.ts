import type { Namespace } from '#shared/caip/namespace.ts'
import { shakeMs } from '#shared/config/limits.ts'
import { atom } from '#widget/lib/state.ts'
import { portsAtom } from './ports.ts'

const openAtom = atom(false)
const openedAtom = atom(false)

/** Whether the modal is open; only the opening and closing commands write it. */
export const modalOpenAtom = atom(
  (get) => get(openAtom),
  (get, set, isOpen: boolean) => {
    set(openAtom, isOpen)
    if (isOpen && !get(openedAtom)) get(portsAtom).afterPaint(() => set(openedAtom, true))
  },
)

/**
 * Whether the modal has been open in this document. Before that, no wallet list, address or balance is fetched. Set after
 * the first opening is painted, so that fetching does not delay it.
 */
export const hasOpenedAtom = atom((get) => get(openedAtom))

const shakingAtom = atom(false)

/** Whether the modal shakes now (500 ms). */
export const shakeAtom = atom((get) => get(shakingAtom))

/** Shakes the modal once; a second call during a shake changes nothing. */
export const shakeModalAtom = atom(null, (get, set) => {
  if (get(shakingAtom)) return
  set(shakingAtom, true)
  get(portsAtom).clock.after(shakeMs, () => set(shakingAtom, false))
})

/** The namespace that was requested to connect; a multi-chain wallet is connected in that one. */
export const requestedNamespaceAtom = atom<Namespace | undefined>(undefined)
