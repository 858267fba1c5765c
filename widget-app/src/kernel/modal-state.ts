import { atom } from '#widget/lib/state.ts'

/** Closed; open; and whether it has ever been open on this page. */
type ModalState = { readonly isOpen: boolean; readonly hasOpened: boolean }

const stateAtom = atom<ModalState>({ isOpen: false, hasOpened: false })

/** Whether the modal is on screen; only the opening and closing commands write it. */
export const modalOpenAtom = atom(
  (get) => get(stateAtom).isOpen,
  (get, set, isOpen: boolean) => set(stateAtom, { isOpen, hasOpened: isOpen || get(stateAtom).hasOpened }),
)

/** Whether the modal has ever been on screen: before that no wallet list, address or balance is asked for. */
export const hasOpenedAtom = atom((get) => get(stateAtom).hasOpened)
