import type { Namespace } from '#shared/caip/namespace.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { isAndroidAtom, isPhoneAtom } from '#widget/core/device.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { hostPairingAtom } from '#widget/domain/modal/host-pairing.ts'
import { selectedNetworkAtom } from '#widget/domain/networks/networks.ts'
import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { atom } from '#widget/lib/state.ts'
import { pageRedirect } from './in-wallet-browser-link.ts'
import type { PairingCommand, PairingState } from './pairing.ts'

/** The host page's address: what the host says of itself only where that is on its verified origin. */
const pageUrlAtom = atom((get): string => {
  const origin = get(hostOriginAtom) ?? ''
  const { url } = get(hostConfigAtom).metadata
  return URL.parse(url)?.origin === origin ? url : origin
})

/** The link that opens this page inside a wallet, where that is how it connects on a phone and it is not in this browser. */
export const pageRedirectAtom = atom(
  (get) =>
    (row: WalletRow | undefined, namespace: Namespace | undefined): string | undefined => {
      if (!row?.entry || row.found.length > 0 || !get(isPhoneAtom)) return undefined
      const network = namespace && get(selectedNetworkAtom(namespace))
      return pageRedirect(row.entry, {
        pageUrl: get(pageUrlAtom),
        namespace,
        chainReference: network?.split(':')[1] ?? '',
        isAndroid: get(isAndroidAtom),
      })
    },
)

/** A pairing that the host's own client makes: we show its code, and the host closes the modal when it is connected. */
export const hostsPairingAtom = atom(
  (get): PairingState => {
    const given = get(hostPairingAtom)
    return given ? { is: 'waiting', ...given, expiresAt: undefined, wasDeclined: false } : { is: 'starting' }
  },
  (_get, _set, _command: PairingCommand) => {},
)
