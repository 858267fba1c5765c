import type { ChainId } from '#shared/caip/chain-id.ts'
import type { ViewName, ViewOf } from '#widget/core/view.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'

/** What a title may contain. */
export type TitleFacts = {
  readonly walletName: (id: string) => string
  readonly networkName: (chainId: ChainId) => string
}

/** The title of each view. */
const titles: {
  readonly [Name in ViewName]: (t: Translate, view: ViewOf<Name>, facts: TitleFacts) => string
} = {
  Connect: (t) => t('connect.title'),
  ConnectWallets: (t) => t('connect.title'),
  ConnectingExternal: (t, view, facts) => t('connecting.title', { wallet: facts.walletName(view.walletId) }),
  ConnectingMultiChain: (t, view, facts) => facts.walletName(view.walletId) || t('connect.title'),
  ConnectingWalletConnect: (t, { walletId }, facts) =>
    (walletId === undefined ? '' : facts.walletName(walletId)) || t('pair.title'),
  ConnectingWalletConnectBasic: (t) => t('pair.title'),
  WhatIsAWallet: (t) => t('connect.help'),
  AllWallets: (t) => t('wallets.title'),
  GetWallet: (t, view, facts) => {
    const wallet = facts.walletName(view.walletId)
    return wallet === '' ? t('connect.get') : t('get.title', { wallet })
  },
  Account: (t) => t('account.title'),
  ProfileWallets: (t) => t('profile.title'),
  RegisterAccountName: (t) => t('register.title'),
  RegisterAccountNameSuccess: (t) => t('register.title'),
  SmartSessionList: (t) => t('sessions.title'),
  SmartSessionSettings: (t) => t('sessions.one'),
  SmartSessionCreated: (t) => t('sessions.one'),
  Networks: (t) => t('networks.title'),
  SwitchNetwork: (t, view, facts) => t('switch.title', { network: facts.networkName(view.chainId) }),
  SwitchActiveChain: (t) => t('switch-chain.title'),
  UnsupportedChain: (t) => t('unsupported.title'),
  SIWXSignMessage: (t) => t('sign-in.title'),
  DataCapture: (t) => t('email.title'),
  DataCaptureOtpConfirm: (t) => t('code.title'),
  WalletSend: (t) => t('send.title'),
  WalletReceive: (t) => t('receive.title'),
  WalletSendSelectToken: (t) => t('send.select-token'),
  WalletSendScan: (t) => t('scan.title'),
  WalletSendReview: (t) => t('review.title'),
  Swap: (t) => t('swap.title'),
  SwapSelectToken: (t) => t('send.select-token'),
  SwapPreview: (t) => t('swap.review'),
  PayWithExchange: (t) => t('exchange.title'),
  PayWithExchangeSelectAsset: (t) => t('send.select-token'),
  PayWithExchangeStatus: (t) => t('exchange.title'),
  OnRampProviders: (t) => t('buy.providers'),
  OnRampAmount: (t) => t('buy.title'),
  OnRampFiatSelect: (t) => t('buy.currency'),
  OnRampTokenSelect: (t) => t('send.select-token'),
  BuyInProgress: (t) => t('buy.title'),
  Transaction: (t) => t('transaction.title'),
  PastTransaction: (t) => t('transaction.title'),
  ApproveTransaction: (t) => t('approve.title'),
  CallsStatus: (t) => t('calls.title'),
  Blocked: (t) => t('blocked.title'),
}

/** The title of the view on screen. */
export function titleOf<Name extends ViewName>(
  view: ViewOf<Name> & { name: Name },
  t: Translate,
  facts: TitleFacts,
): string {
  const title: (t: Translate, view: ViewOf<Name>, facts: TitleFacts) => string = titles[view.name]
  return title(t, view, facts)
}
