import type { ViewName } from '#widget/kernel/view.ts'

/** `theme`: the font family of the host's theme; `fixed`: the widget's own, whatever the theme says. */
type ViewFont = 'theme' | 'fixed'

/**
 * The font of each view. A host can name any font that is installed, symbol fonts and fonts that swap digits or letters
 * included, so a view that states what the user agrees to, or what happened to their money, has the widget's own (R13).
 */
const viewFonts: { readonly [Name in ViewName]: ViewFont } = {
  Connect: 'theme',
  ConnectingExternal: 'theme',
  ConnectingMultiChain: 'theme',
  ConnectWallets: 'theme',
  ConnectingWalletConnect: 'theme',
  ConnectingWalletConnectBasic: 'theme',
  WhatIsAWallet: 'theme',
  AllWallets: 'theme',
  GetWallet: 'theme',
  Account: 'theme',
  ProfileWallets: 'theme',
  RegisterAccountName: 'fixed',
  RegisterAccountNameSuccess: 'fixed',
  SmartSessionList: 'fixed',
  SmartSessionSettings: 'fixed',
  SmartSessionCreated: 'fixed',
  Networks: 'theme',
  SwitchNetwork: 'fixed',
  SwitchActiveChain: 'fixed',
  UnsupportedChain: 'fixed',
  SIWXSignMessage: 'fixed',
  DataCapture: 'fixed',
  DataCaptureOtpConfirm: 'fixed',
  WalletSend: 'theme',
  WalletReceive: 'fixed',
  WalletSendSelectToken: 'theme',
  WalletSendScan: 'theme',
  WalletSendReview: 'fixed',
  Swap: 'theme',
  SwapSelectToken: 'theme',
  SwapPreview: 'fixed',
  PayWithExchange: 'fixed',
  PayWithExchangeSelectAsset: 'theme',
  PayWithExchangeStatus: 'fixed',
  OnRampProviders: 'fixed',
  OnRampAmount: 'theme',
  OnRampFiatSelect: 'theme',
  OnRampTokenSelect: 'theme',
  BuyInProgress: 'fixed',
  Transaction: 'fixed',
  PastTransaction: 'fixed',
  ApproveTransaction: 'fixed',
  CallsStatus: 'fixed',
  Blocked: 'fixed',
}

/** The font of a view; that of one which is not known is the widget's own. */
export const fontOf = (name: ViewName): ViewFont => viewFonts[name] ?? 'fixed'
