import { isAndroidAtom, isPhoneAtom } from '#widget/core/device.ts'
import type { WalletLinks } from '#widget/domain/wallets/catalogue-wallet.ts'
import { atom } from '#widget/lib/state.ts'

export type StoreKind = 'chrome' | 'ios' | 'android' | 'webApp' | 'web'
export type StoreLink = { readonly kind: StoreKind; readonly href: string }

/** A desktop, whose user may have either phone, or a phone by its system. */
export type DeviceKind = 'desktop' | 'ios' | 'android'

export const deviceKindAtom = atom(
  (get): DeviceKind => (!get(isPhoneAtom) ? 'desktop' : get(isAndroidAtom) ? 'android' : 'ios'),
)

/** Best first. A phone cannot install from the store of another system. */
const kindsOf: { readonly [Kind in DeviceKind]: readonly StoreKind[] } = {
  desktop: ['chrome', 'ios', 'android', 'webApp', 'web'],
  ios: ['ios', 'webApp', 'web', 'chrome'],
  android: ['android', 'webApp', 'web', 'chrome'],
}

/** Links to install a wallet, best first. Only https links, because the list can come from a host. */
export const storeLinks = (links: WalletLinks, device: DeviceKind): readonly StoreLink[] =>
  kindsOf[device].flatMap((kind) => {
    const href = links[kind]
    return href?.startsWith('https://') ? [{ kind, href }] : []
  })

/** The hostname of a link, for display. */
export const hostnameOf = (href: string): string => URL.parse(href)?.hostname.replace(/^www\./, '') ?? ''
