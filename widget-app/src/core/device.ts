import { atom } from '#widget/lib/state.ts'

/** Whether the device is a phone; the shell updates it. */
export const isPhoneAtom = atom(false)

/** Whether the device runs Android, whose links into apps have another format; the shell sets it. */
export const isAndroidAtom = atom(false)
