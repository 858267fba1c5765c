import { atom } from '#widget/lib/state.ts'

/** Whether the server has ended the user's last session, until the next login. */
export const isLoggedOutAtom = atom(false)

/** Logs the user out; undefined until the code of our own wallet has loaded, without which the wallet is not connected. */
export const signOutSlotAtom = atom<{ readonly signOut: () => void } | undefined>(undefined)
