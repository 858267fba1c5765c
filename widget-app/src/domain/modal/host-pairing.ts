import { atom } from '#widget/lib/state.ts'

/** The URI of the host's own WalletConnect client; `renewed` counts the URIs before this one. */
export type HostPairing = { readonly uri: string; readonly renewed: number }

const givenAtom = atom<HostPairing | undefined>(undefined)

/** The pairing URI of a host that controls WalletConnect itself; cleared when the modal closes. */
export const hostPairingAtom = atom(
  (get) => get(givenAtom),
  (get, set, uri: string | undefined) => {
    const before = get(givenAtom)
    if (uri === before?.uri) return
    set(givenAtom, uri === undefined ? undefined : { uri, renewed: before ? before.renewed + 1 : 0 })
  },
)
