import { isPhoneAtom } from '#widget/core/device.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { discoveredWalletsAtom } from './discovered-wallets.ts'

const foundAtom = atomFamily((handle: string) =>
  atom((get) => get(discoveredWalletsAtom).find((wallet) => wallet.handle === handle)),
)

/** Whether a wallet, by its handle, is an app behind a WalletConnect session: nothing of it is in this browser. */
export const isSessionWalletAtom = atomFamily((handle: string) =>
  atom((get) => get(foundAtom(handle))?.source === 'walletconnect'),
)

/**
 * Whether the page can ask a wallet, by its handle, without the widget. False for one that is not listed: nothing proves
 * that it can.
 */
export const isDiscoveredWalletAtom = atomFamily((handle: string) =>
  atom((get) => {
    const source = get(foundAtom(handle))?.source
    return source !== undefined && source !== 'walletconnect'
  }),
)

/** A link that opens an app, as buttons take it: `isApp` where its address is a scheme of the app's own. */
export type AppLink = { readonly href: string; readonly isApp: boolean }

export const appLinkOf = (href: string): AppLink => ({ href, isApp: !href.startsWith('https:') })

/**
 * The link into the app behind a WalletConnect session, by the wallet's handle, on a phone: the app is not in front when
 * it is asked. Undefined elsewhere, and for wallets of the page, which show themselves.
 */
export const walletAppAtom = atomFamily((handle: string) =>
  atom((get): AppLink | undefined => {
    if (!get(isPhoneAtom)) return undefined
    const href = get(foundAtom(handle))?.app
    return href === undefined ? undefined : appLinkOf(href)
  }),
)
