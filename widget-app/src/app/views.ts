import type { ComponentType } from 'react'
import type { EagerViewName, ViewName, ViewOf } from '#widget/core/views.ts'

export type LazyViewName = Exclude<ViewName, EagerViewName>
export type ViewComponent<Name extends ViewName> = ComponentType<{ view: ViewOf<Name> }>

/**
 * The component of every view that is a file of its own. What else a view is, `core/views.ts` states: that is in the initial
 * files, where these imports would be too large.
 */
export const viewLoaders: {
  readonly [Name in LazyViewName]: () => Promise<ViewComponent<Name>>
} = {
  ConnectingWalletConnect: async () =>
    (await import('#widget/features/connect/views/connecting-wallet-connect-view.tsx'))
      .ConnectingWalletConnectView,
  ConnectingWalletConnectBasic: async () =>
    (await import('#widget/features/connect/views/connecting-wallet-connect-view.tsx'))
      .ConnectingWalletConnectView,
  WhatIsAWallet: async () =>
    (await import('#widget/features/connect/views/what-is-a-wallet-view.tsx')).WhatIsAWalletView,
  ConnectingExternal: async () =>
    (await import('#widget/features/connect/views/connecting-external-view.tsx')).ConnectingExternalView,
  ConnectingMultiChain: async () =>
    (await import('#widget/features/connect/views/connecting-multi-chain-view.tsx')).ConnectingMultiChainView,
  AllWallets: async () =>
    (await import('#widget/features/connect/views/all-wallets-view.tsx')).AllWalletsView,
  GetWallet: async () => (await import('#widget/features/connect/views/get-wallet-view.tsx')).GetWalletView,
  EmailLogin: async () =>
    (await import('#widget/features/embedded-wallet/views/email-login-view.tsx')).EmailLoginView,
  EmailLoginCode: async () =>
    (await import('#widget/features/embedded-wallet/views/email-login-code-view.tsx')).EmailLoginCodeView,
  ConnectingSocial: async () =>
    (await import('#widget/features/embedded-wallet/views/connecting-social-view.tsx')).ConnectingSocialView,
  ConnectingFarcaster: async () =>
    (await import('#widget/features/embedded-wallet/views/connecting-farcaster-view.tsx'))
      .ConnectingFarcasterView,
  CreateWallet: async () =>
    (await import('#widget/features/embedded-wallet/views/create-wallet-view.tsx')).CreateWalletView,
  UpdateEmailWallet: async () =>
    (await import('#widget/features/embedded-wallet/views/update-email-wallet-view.tsx'))
      .UpdateEmailWalletView,
  WalletSettings: async () =>
    (await import('#widget/features/embedded-wallet/views/wallet-settings-view.tsx')).WalletSettingsView,
  Account: async () => (await import('#widget/features/account/views/account-view.tsx')).AccountView,
  ProfileWallets: async () =>
    (await import('#widget/features/profile/views/profile-wallets-view.tsx')).ProfileWalletsView,
  RegisterAccountName: async () =>
    (await import('#widget/features/names/views/register-account-name-view.tsx')).RegisterAccountNameView,
  RegisterAccountNameSuccess: async () =>
    (await import('#widget/features/names/views/register-account-name-success-view.tsx'))
      .RegisterAccountNameSuccessView,
  SmartSessionList: async () =>
    (await import('#widget/features/smart-sessions/views/smart-session-list-view.tsx')).SmartSessionListView,
  SmartSessionSettings: async () =>
    (await import('#widget/features/smart-sessions/views/smart-session-settings-view.tsx'))
      .SmartSessionSettingsView,
  SmartSessionCreated: async () =>
    (await import('#widget/features/smart-sessions/views/smart-session-created-view.tsx'))
      .SmartSessionCreatedView,
  Networks: async () => (await import('#widget/features/networks/views/networks-view.tsx')).NetworksView,
  SwitchNetwork: async () =>
    (await import('#widget/features/networks/views/switch-network-view.tsx')).SwitchNetworkView,
  SwitchActiveChain: async () =>
    (await import('#widget/features/networks/views/switch-active-chain-view.tsx')).SwitchActiveChainView,
  UnsupportedChain: async () =>
    (await import('#widget/features/networks/views/unsupported-chain-view.tsx')).UnsupportedChainView,
  SIWXSignMessage: async () =>
    (await import('#widget/features/siwx/views/sign-message-view.tsx')).SignMessageView,
  DataCapture: async () =>
    (await import('#widget/features/siwx/views/data-capture-view.tsx')).DataCaptureView,
  DataCaptureOtpConfirm: async () =>
    (await import('#widget/features/siwx/views/data-capture-otp-view.tsx')).DataCaptureOtpView,
  WalletSend: async () => (await import('#widget/features/send/views/wallet-send-view.tsx')).WalletSendView,
  WalletReceive: async () =>
    (await import('#widget/features/receive/views/wallet-receive-view.tsx')).WalletReceiveView,
  WalletSendSelectToken: async () =>
    (await import('#widget/features/send/views/wallet-send-select-token-view.tsx')).WalletSendSelectTokenView,
  WalletSendScan: async () =>
    (await import('#widget/features/send/views/wallet-send-scan-view.tsx')).WalletSendScanView,
  WalletSendReview: async () =>
    (await import('#widget/features/send/views/wallet-send-review-view.tsx')).WalletSendReviewView,
  Swap: async () => (await import('#widget/features/swap/views/swap-view.tsx')).SwapView,
  SwapSelectToken: async () =>
    (await import('#widget/features/swap/views/swap-select-token-view.tsx')).SwapSelectTokenView,
  SwapPreview: async () =>
    (await import('#widget/features/swap/views/swap-preview-view.tsx')).SwapPreviewView,
  OnRampProviders: async () =>
    (await import('#widget/features/onramp/views/on-ramp-providers-view.tsx')).OnRampProvidersView,
  OnRampAmount: async () =>
    (await import('#widget/features/onramp/views/on-ramp-amount-view.tsx')).OnRampAmountView,
  OnRampFiatSelect: async () =>
    (await import('#widget/features/onramp/views/on-ramp-fiat-select-view.tsx')).OnRampFiatSelectView,
  OnRampTokenSelect: async () =>
    (await import('#widget/features/onramp/views/on-ramp-token-select-view.tsx')).OnRampTokenSelectView,
  BuyInProgress: async () =>
    (await import('#widget/features/onramp/views/buy-in-progress-view.tsx')).BuyInProgressView,
  PayWithExchange: async () =>
    (await import('#widget/features/exchange/views/pay-with-exchange-view.tsx')).PayWithExchangeView,
  PayWithExchangeSelectAsset: async () =>
    (await import('#widget/features/exchange/views/pay-with-exchange-select-asset-view.tsx'))
      .PayWithExchangeSelectAssetView,
  PayWithExchangeStatus: async () =>
    (await import('#widget/features/exchange/views/pay-with-exchange-status-view.tsx'))
      .PayWithExchangeStatusView,
  Transaction: async () =>
    (await import('#widget/features/activity/views/transaction-view.tsx')).TransactionView,
  PastTransaction: async () =>
    (await import('#widget/features/activity/views/history-transaction-view.tsx')).PastTransactionView,
  ApproveTransaction: async () =>
    (await import('#widget/features/review/views/approve-transaction-view.tsx')).ApproveTransactionView,
  CallsStatus: async () =>
    (await import('#widget/features/calls/views/calls-status-view.tsx')).CallsStatusView,
  Blocked: async () => (await import('#widget/features/blocked/views/blocked-view.tsx')).BlockedView,
}
