import type { Namespace } from '#shared/caip/namespace.ts'
import { shakeMs } from '#shared/config/limits.ts'
import { atom } from '#widget/lib/state.ts'
import { portsAtom } from './ports.ts'

const openAtom = atom(false)
const openedAtom = atom(false)

/** Whether the modal is on screen; only the opening and closing commands write it. */
export const modalOpenAtom = atom(
  (get) => get(openAtom),
  (get, set, isOpen: boolean) => {
    set(openAtom, isOpen)
    if (isOpen && !get(openedAtom)) get(portsAtom).afterPaint(() => set(openedAtom, true))
  },
)

/**
 * Whether the modal has ever been on screen: before that no wallet list, address or balance is asked for. True once the
 * first opening is painted, because asking takes longer than drawing.
 */
export const hasOpenedAtom = atom((get) => get(openedAtom))

const shakingAtom = atom(false)

/** Whether the modal shakes right now (500 ms). */
export const shakeAtom = atom((get) => get(shakingAtom))

/** Shakes the modal once; a second call during a shake changes nothing. */
export const shakeModalAtom = atom(null, (get, set) => {
  if (get(shakingAtom)) return
  set(shakingAtom, true)
  get(portsAtom).clock.after(shakeMs, () => set(shakingAtom, false))
})

/** The namespace somebody asked to connect; a wallet of several is asked for that one. */
export const requestedNamespaceAtom = atom<Namespace | undefined>(undefined)
