import { atom } from '#widget/lib/state.ts'

/**
 * Origin of the host page as the browser itself told it (channel D4), never what the host says of itself;
 * undefined until the handshake, and the widget's own origin when it stands alone in a tab.
 */
export const hostOriginAtom = atom<string | undefined>(undefined)
