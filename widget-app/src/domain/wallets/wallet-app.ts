import { isPageWallet } from '#shared/channel/records/discovered-wallet.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { discoveredWalletsAtom } from './discovered-wallets.ts'

const discoveredByHandleAtom = atomFamily((handle: string) =>
  atom((get) => get(discoveredWalletsAtom).find((wallet) => wallet.handle === handle)),
)

/** Whether a wallet, by its handle, is an app of a WalletConnect session: no part of it is in this browser. */
export const isSessionWalletAtom = atomFamily((handle: string) =>
  atom((get) => get(discoveredByHandleAtom(handle))?.source === 'walletconnect'),
)

/** Whether a wallet, by its handle, is our own, whose keys the vault has. */
export const isEmbeddedWalletAtom = atomFamily((handle: string) =>
  atom((get) => get(discoveredByHandleAtom(handle))?.source === 'embedded'),
)

/**
 * Whether the page can request a wallet, by its handle, without the widget. False for one that is not listed, because that
 * is not certain.
 */
export const isDiscoveredWalletAtom = atomFamily((handle: string) =>
  atom((get) => {
    const wallet = get(discoveredByHandleAtom(handle))
    return wallet !== undefined && isPageWallet(wallet)
  }),
)

/** A link that opens an app, as buttons need it: `isApp` if its URL has a custom scheme. */
export type AppLink = { readonly href: string; readonly isApp: boolean }

export const appLinkOf = (href: string): AppLink => ({ href, isApp: !href.startsWith('https:') })

/**
 * The link into the app of a WalletConnect session, by the wallet's handle, on a phone: the app is in the background when it
 * receives a request. Undefined on other devices, and for discovered wallets, which show their own prompts.
 */
export const walletAppAtom = atomFamily((handle: string) =>
  atom((get): AppLink | undefined => {
    if (!get(isPhoneAtom)) return undefined
    const href = get(discoveredByHandleAtom(handle))?.app
    return href === undefined ? undefined : appLinkOf(href)
  }),
)
