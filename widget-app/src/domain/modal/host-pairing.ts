import { atom } from '#widget/lib/state.ts'

/** The URI of the host's own WalletConnect client; `renewed` counts the URIs before this one. */
export type HostPairing = { readonly uri: string; readonly renewed: number }

const pairingAtom = atom<HostPairing | undefined>(undefined)

/** The pairing URI of a host that controls WalletConnect itself; cleared when the modal closes. */
export const hostPairingAtom = atom(
  (get) => get(pairingAtom),
  (get, set, uri: string | undefined) => {
    const previous = get(pairingAtom)
    if (uri === previous?.uri) return
    set(pairingAtom, uri === undefined ? undefined : { uri, renewed: previous ? previous.renewed + 1 : 0 })
  },
)
