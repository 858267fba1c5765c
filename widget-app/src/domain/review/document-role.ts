import { atom } from '#widget/lib/state.ts'

/** Whether this document is itself a confirm window, where requests are decided directly. */
export const isConfirmWindowAtom = atom(false)

/** Whether this document has the keys that sign, so that its button signs and prompts no wallet. */
export const holdsKeysAtom = atom(false)
