import { isPhoneAtom } from '#widget/core/device.ts'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { type AnalyticsEvent, eventNetworkAtom } from '#widget/domain/analytics/analytics-events.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import type { Store } from '#widget/lib/state.ts'

/** The view from which one was opened, and the one that it replaced. */
type AdjacentViews = { readonly openedFrom: View | undefined; readonly replaced: View | undefined }

/** The wallet that a view connects, by its row: `''` for any wallet that scans the code; undefined for any other view. */
function selectedWalletOf(store: Store, view: View | undefined): string | undefined {
  switch (view?.name) {
    case 'ConnectingExternal':
    case 'ConnectingMultiChain':
    case 'ConnectingWalletConnect':
      return view.walletId === undefined
        ? ''
        : (store.get(walletByIdAtom(view.walletId))?.id ?? view.walletId)
    default:
      return undefined
  }
}

/** The event that opening a view causes. */
function eventOfView(store: Store, view: View, adjacent: AdjacentViews): AnalyticsEvent | undefined {
  const [under, was] = [adjacent.openedFrom?.name, adjacent.replaced?.name]
  const selectEvent = (
    walletId: string | undefined,
    platform: 'browser' | 'qrcode' | 'mobile',
  ): AnalyticsEvent | undefined => {
    // Another namespace or device of the same wallet is no new selection.
    const selection = selectedWalletOf(store, view)
    if ([adjacent.openedFrom, adjacent.replaced].some((one) => selectedWalletOf(store, one) === selection))
      return undefined
    const row = walletId === undefined ? undefined : store.get(walletByIdAtom(walletId))
    const name = row?.name ?? walletId ?? 'WalletConnect'
    const walletRank = row?.entry?.rank
    return { event: 'SELECT_WALLET', properties: { name, walletRank, platform, view: view.name } }
  }
  switch (view.name) {
    case 'AllWallets':
      return { event: 'CLICK_ALL_WALLETS', properties: {} }
    case 'WhatIsAWallet':
      return { event: 'CLICK_WALLET_HELP', properties: {} }
    case 'GetWallet':
      return under === 'WhatIsAWallet' ? { event: 'CLICK_GET_WALLET_HELP', properties: {} } : undefined
    case 'ConnectingExternal':
    case 'ConnectingMultiChain':
      return selectEvent(view.walletId, 'browser')
    case 'ConnectingWalletConnect':
      return selectEvent(view.walletId, store.get(isPhoneAtom) ? 'mobile' : 'qrcode')
    case 'Networks':
      return { event: under === 'Swap' ? 'CLICK_SELECT_NETWORK_TO_SWAP' : 'CLICK_NETWORKS', properties: {} }
    case 'WalletSend':
      return { event: 'OPEN_SEND', properties: store.get(eventNetworkAtom) }
    case 'Swap':
      return { event: 'OPEN_SWAP', properties: store.get(eventNetworkAtom) }
    case 'SwapSelectToken':
      return { event: 'CLICK_SELECT_TOKEN_TO_SWAP', properties: {} }
    case 'OnRampAmount':
    case 'OnRampProviders':
      // Buying starts with either; changing between them continues it, as does a retry after a failed purchase.
      return under === 'OnRampAmount' || under === 'OnRampProviders' || was === 'BuyInProgress'
        ? undefined
        : { event: 'SELECT_BUY_CRYPTO', properties: {} }
    case 'EmailLogin':
      return { event: 'EMAIL_LOGIN_SELECTED', properties: {} }
    case 'RegisterAccountName':
      return { event: 'OPEN_ENS_FLOW', properties: { isSmartAccount: false } }
    default:
      return undefined
  }
}

/** Tracks views that were opened from others: the first one of a stack is the initial view. */
export function trackViews(store: Store, track: (event: AnalyticsEvent) => void): () => void {
  let stack: readonly View[] = []
  const check = () => {
    const before = stack
    stack = store.get(viewStackAtom)
    if (before.at(-1)?.name === 'DataCaptureOtpConfirm' && stack.at(-1)?.name === 'DataCapture')
      track({ event: 'EMAIL_EDIT', properties: {} })
    stack.forEach((view, at) => {
      if (at === 0 || before.includes(view)) return
      const event = eventOfView(store, view, { openedFrom: stack[at - 1], replaced: before[at] })
      if (event) track(event)
    })
  }
  check()
  return store.sub(viewStackAtom, check)
}
