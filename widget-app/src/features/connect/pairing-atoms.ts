import type { Namespace } from '#shared/caip/namespace.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { isAndroidAtom, isPhoneAtom } from '#widget/core/device.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { hostPairingAtom } from '#widget/domain/modal/host-pairing.ts'
import { selectedNetworkAtom } from '#widget/domain/networks/networks.ts'
import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { atom } from '#widget/lib/state.ts'
import { inWalletBrowserLink } from './in-wallet-browser-link.ts'
import type { PairingCommand, PairingState } from './pairing.ts'

/** The URL of the host page: the one in its metadata only if that has the verified origin. */
const hostPageUrlAtom = atom((get): string => {
  const origin = get(hostOriginAtom) ?? ''
  const { url } = get(hostConfigAtom).metadata
  return URL.parse(url)?.origin === origin ? url : origin
})

/** The link that opens the host page inside a wallet, if the wallet needs it on a phone and is not in this browser. */
export const inWalletBrowserLinkAtom = atom(
  (get) =>
    (row: WalletRow | undefined, namespace: Namespace | undefined): string | undefined => {
      if (!row?.entry || row.found.length > 0 || !get(isPhoneAtom)) return undefined
      const network = namespace && get(selectedNetworkAtom(namespace))
      return inWalletBrowserLink(row.entry, {
        pageUrl: get(hostPageUrlAtom),
        namespace,
        chainReference: network?.split(':')[1] ?? '',
        isAndroid: get(isAndroidAtom),
      })
    },
)

/** A pairing of the host's own client: the widget shows its URI, and the host closes the modal once connected. */
export const hostPairingStateAtom = atom(
  (get): PairingState => {
    const hostPairing = get(hostPairingAtom)
    return hostPairing
      ? { is: 'waiting', ...hostPairing, expiresAt: undefined, wasDeclined: false }
      : { is: 'starting' }
  },
  (_get, _set, _command: PairingCommand) => {},
)
