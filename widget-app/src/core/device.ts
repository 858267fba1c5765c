import { atom } from '#widget/lib/state.ts'

/** Whether this is a phone; kept up to date by the shell. */
export const isPhoneAtom = atom(false)

/** Whether its system is Android, whose links into apps have a form of their own; told by the shell. */
export const isAndroidAtom = atom(false)
