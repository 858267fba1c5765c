import { atom } from '#widget/lib/state.ts'

/**
 * Origin of the host page as the browser reported it (channel D4), never as the host states it. Undefined until the
 * handshake; the widget's own origin when it is opened alone in a tab.
 */
export const hostOriginAtom = atom<string | undefined>(undefined)
