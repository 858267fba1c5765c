import type { ReactElement } from 'react'
import '#widget/i18n/lazy-messages.ts'
import type { ViewName } from '#widget/core/view.ts'
import { currentViewAtom, viewMovesAtom } from '#widget/core/view-stack.ts'
import { Routes, StackRouter } from '#widget/lib/nav.tsx'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import type { EagerViewName } from './eager-views.ts'
import { backAtom } from './shell/sheet-controls.ts'
import { lazyView, route } from './view-route.tsx'

const connecting = () => import('#widget/features/connect/views/connecting-external-view.tsx')
const pairing = () => import('#widget/features/connect/views/connecting-wallet-connect-view.tsx')
const providers = () => import('#widget/features/onramp/views/on-ramp-providers-view.tsx')
const currencies = () => import('#widget/features/onramp/views/on-ramp-fiat-select-view.tsx')
const tokensSold = () => import('#widget/features/onramp/views/on-ramp-token-select-view.tsx')
const account = () => import('#widget/features/account/views/account-view.tsx')

/** Loads the view that reviews a host's request. */
export const preloadReview = () => import('#widget/features/review/views/approve-transaction-view.tsx')

/** Preloads the most frequent next views, after the first view has rendered. */
export const preloadNextViews = () => Promise.all([connecting(), account()])

/** One route per view after Connect; each view is a file of its own. */
const routes: { readonly [Name in Exclude<ViewName, EagerViewName>]: ReactElement } = {
  ConnectingWalletConnect: route(
    'ConnectingWalletConnect',
    lazyView<'ConnectingWalletConnect'>(async () => (await pairing()).ConnectingWalletConnectView),
  ),
  ConnectingWalletConnectBasic: route(
    'ConnectingWalletConnectBasic',
    lazyView<'ConnectingWalletConnectBasic'>(async () => (await pairing()).ConnectingWalletConnectView),
  ),
  WhatIsAWallet: route(
    'WhatIsAWallet',
    lazyView<'WhatIsAWallet'>(
      async () =>
        (await import('#widget/features/connect/views/what-is-a-wallet-view.tsx')).WhatIsAWalletView,
    ),
  ),
  ConnectingExternal: route(
    'ConnectingExternal',
    lazyView<'ConnectingExternal'>(async () => (await connecting()).ConnectingExternalView),
  ),
  ConnectingMultiChain: route(
    'ConnectingMultiChain',
    lazyView<'ConnectingMultiChain'>(
      async () =>
        (await import('#widget/features/connect/views/connecting-multi-chain-view.tsx'))
          .ConnectingMultiChainView,
    ),
  ),
  AllWallets: route(
    'AllWallets',
    lazyView<'AllWallets'>(
      async () => (await import('#widget/features/connect/views/all-wallets-view.tsx')).AllWalletsView,
    ),
  ),
  GetWallet: route(
    'GetWallet',
    lazyView<'GetWallet'>(
      async () => (await import('#widget/features/connect/views/get-wallet-view.tsx')).GetWalletView,
    ),
  ),
  Account: route(
    'Account',
    lazyView<'Account'>(async () => (await account()).AccountView),
  ),
  ProfileWallets: route(
    'ProfileWallets',
    lazyView<'ProfileWallets'>(
      async () =>
        (await import('#widget/features/profile/views/profile-wallets-view.tsx')).ProfileWalletsView,
    ),
  ),
  RegisterAccountName: route(
    'RegisterAccountName',
    lazyView<'RegisterAccountName'>(
      async () =>
        (await import('#widget/features/names/views/register-account-name-view.tsx')).RegisterAccountNameView,
    ),
  ),
  RegisterAccountNameSuccess: route(
    'RegisterAccountNameSuccess',
    lazyView<'RegisterAccountNameSuccess'>(
      async () =>
        (await import('#widget/features/names/views/register-account-name-success-view.tsx'))
          .RegisterAccountNameSuccessView,
    ),
  ),
  SmartSessionList: route(
    'SmartSessionList',
    lazyView<'SmartSessionList'>(
      async () =>
        (await import('#widget/features/smart-sessions/views/smart-session-list-view.tsx'))
          .SmartSessionListView,
    ),
  ),
  SmartSessionSettings: route(
    'SmartSessionSettings',
    lazyView<'SmartSessionSettings'>(
      async () =>
        (await import('#widget/features/smart-sessions/views/smart-session-settings-view.tsx'))
          .SmartSessionSettingsView,
    ),
  ),
  SmartSessionCreated: route(
    'SmartSessionCreated',
    lazyView<'SmartSessionCreated'>(
      async () =>
        (await import('#widget/features/smart-sessions/views/smart-session-created-view.tsx'))
          .SmartSessionCreatedView,
    ),
  ),
  Networks: route(
    'Networks',
    lazyView<'Networks'>(
      async () => (await import('#widget/features/networks/views/networks-view.tsx')).NetworksView,
    ),
  ),
  SwitchNetwork: route(
    'SwitchNetwork',
    lazyView<'SwitchNetwork'>(
      async () => (await import('#widget/features/networks/views/switch-network-view.tsx')).SwitchNetworkView,
    ),
  ),
  SwitchActiveChain: route(
    'SwitchActiveChain',
    lazyView<'SwitchActiveChain'>(
      async () =>
        (await import('#widget/features/networks/views/switch-active-chain-view.tsx')).SwitchActiveChainView,
    ),
  ),
  UnsupportedChain: route(
    'UnsupportedChain',
    lazyView<'UnsupportedChain'>(
      async () =>
        (await import('#widget/features/networks/views/unsupported-chain-view.tsx')).UnsupportedChainView,
    ),
  ),
  SIWXSignMessage: route(
    'SIWXSignMessage',
    lazyView<'SIWXSignMessage'>(
      async () => (await import('#widget/features/siwx/views/sign-message-view.tsx')).SignMessageView,
    ),
  ),
  DataCapture: route(
    'DataCapture',
    lazyView<'DataCapture'>(
      async () => (await import('#widget/features/siwx/views/data-capture-view.tsx')).DataCaptureView,
    ),
  ),
  DataCaptureOtpConfirm: route(
    'DataCaptureOtpConfirm',
    lazyView<'DataCaptureOtpConfirm'>(
      async () => (await import('#widget/features/siwx/views/data-capture-otp-view.tsx')).DataCaptureOtpView,
    ),
  ),
  WalletSend: route(
    'WalletSend',
    lazyView<'WalletSend'>(
      async () => (await import('#widget/features/send/views/wallet-send-view.tsx')).WalletSendView,
    ),
  ),
  WalletReceive: route(
    'WalletReceive',
    lazyView<'WalletReceive'>(
      async () => (await import('#widget/features/receive/views/wallet-receive-view.tsx')).WalletReceiveView,
    ),
  ),
  WalletSendSelectToken: route(
    'WalletSendSelectToken',
    lazyView<'WalletSendSelectToken'>(
      async () =>
        (await import('#widget/features/send/views/wallet-send-select-token-view.tsx'))
          .WalletSendSelectTokenView,
    ),
  ),
  WalletSendScan: route(
    'WalletSendScan',
    lazyView<'WalletSendScan'>(
      async () => (await import('#widget/features/send/views/wallet-send-scan-view.tsx')).WalletSendScanView,
    ),
  ),
  WalletSendReview: route(
    'WalletSendReview',
    lazyView<'WalletSendReview'>(
      async () =>
        (await import('#widget/features/send/views/wallet-send-review-view.tsx')).WalletSendReviewView,
    ),
  ),
  Swap: route(
    'Swap',
    lazyView<'Swap'>(async () => (await import('#widget/features/swap/views/swap-view.tsx')).SwapView),
  ),
  SwapSelectToken: route(
    'SwapSelectToken',
    lazyView<'SwapSelectToken'>(
      async () =>
        (await import('#widget/features/swap/views/swap-select-token-view.tsx')).SwapSelectTokenView,
    ),
  ),
  SwapPreview: route(
    'SwapPreview',
    lazyView<'SwapPreview'>(
      async () => (await import('#widget/features/swap/views/swap-preview-view.tsx')).SwapPreviewView,
    ),
  ),
  OnRampProviders: route(
    'OnRampProviders',
    lazyView<'OnRampProviders'>(async () => (await providers()).OnRampProvidersView),
  ),
  OnRampAmount: route(
    'OnRampAmount',
    lazyView<'OnRampAmount'>(
      async () => (await import('#widget/features/onramp/views/on-ramp-amount-view.tsx')).OnRampAmountView,
    ),
  ),
  OnRampFiatSelect: route(
    'OnRampFiatSelect',
    lazyView<'OnRampFiatSelect'>(async () => (await currencies()).OnRampFiatSelectView),
  ),
  OnRampTokenSelect: route(
    'OnRampTokenSelect',
    lazyView<'OnRampTokenSelect'>(async () => (await tokensSold()).OnRampTokenSelectView),
  ),
  BuyInProgress: route(
    'BuyInProgress',
    lazyView<'BuyInProgress'>(
      async () => (await import('#widget/features/onramp/views/buy-in-progress-view.tsx')).BuyInProgressView,
    ),
  ),
  PayWithExchange: route(
    'PayWithExchange',
    lazyView<'PayWithExchange'>(
      async () =>
        (await import('#widget/features/exchange/views/pay-with-exchange-view.tsx')).PayWithExchangeView,
    ),
  ),
  PayWithExchangeSelectAsset: route(
    'PayWithExchangeSelectAsset',
    lazyView<'PayWithExchangeSelectAsset'>(
      async () =>
        (await import('#widget/features/exchange/views/pay-with-exchange-select-asset-view.tsx'))
          .PayWithExchangeSelectAssetView,
    ),
  ),
  PayWithExchangeStatus: route(
    'PayWithExchangeStatus',
    lazyView<'PayWithExchangeStatus'>(
      async () =>
        (await import('#widget/features/exchange/views/pay-with-exchange-status-view.tsx'))
          .PayWithExchangeStatusView,
    ),
  ),
  Transaction: route(
    'Transaction',
    lazyView<'Transaction'>(
      async () => (await import('#widget/features/activity/views/transaction-view.tsx')).TransactionView,
    ),
  ),
  PastTransaction: route(
    'PastTransaction',
    lazyView<'PastTransaction'>(
      async () =>
        (await import('#widget/features/activity/views/history-transaction-view.tsx')).PastTransactionView,
    ),
  ),
  ApproveTransaction: route(
    'ApproveTransaction',
    lazyView<'ApproveTransaction'>(async () => (await preloadReview()).ApproveTransactionView),
  ),
  CallsStatus: route(
    'CallsStatus',
    lazyView<'CallsStatus'>(
      async () => (await import('#widget/features/calls/views/calls-status-view.tsx')).CallsStatusView,
    ),
  ),
  Blocked: route(
    'Blocked',
    lazyView<'Blocked'>(
      async () => (await import('#widget/features/blocked/views/blocked-view.tsx')).BlockedView,
    ),
  ),
}

/** The view on top of the stack, unless that is Connect. */
export function LazyRoutes() {
  const view = useAtomValue(currentViewAtom)
  const moves = useAtomValue(viewMovesAtom)
  const goBack = useSetAtom(backAtom)
  return (
    <StackRouter path={`/${view.name}`} stateKey={String(moves)} onBack={goBack}>
      <Routes>{Object.values(routes)}</Routes>
    </StackRouter>
  )
}
