import type { ViewName } from '#widget/core/view.ts'

/** `theme`: the font family of the host's theme; `fixed`: the widget's own, whatever the theme sets. */
type ViewFont = 'theme' | 'fixed'

/** Views without content that the user approves, and without the outcome of a transaction. */
const themedViews: ReadonlySet<ViewName> = new Set([
  'Connect',
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectWallets',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'WhatIsAWallet',
  'AllWallets',
  'GetWallet',
  'Account',
  'ProfileWallets',
  'Networks',
  'WalletSend',
  'WalletSendSelectToken',
  'WalletSendScan',
  'Swap',
  'SwapSelectToken',
  'PayWithExchangeSelectAsset',
  'OnRampAmount',
  'OnRampFiatSelect',
  'OnRampTokenSelect',
])

/**
 * The font of a view. A host can name any installed font, including symbol fonts and fonts that swap digits or letters, so
 * that every view that is not known to be harmless has the widget's own font (R13).
 */
export const fontOf = (name: ViewName): ViewFont => (themedViews.has(name) ? 'theme' : 'fixed')
