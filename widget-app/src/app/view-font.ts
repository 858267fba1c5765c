import type { ViewName } from '#widget/core/view.ts'

/** `theme`: the font family of the host's theme; `fixed`: the widget's own, whatever the theme says. */
type ViewFont = 'theme' | 'fixed'

/** Views that state nothing that a user agrees to, and nothing of what happened to their money. */
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
 * The font of a view. A host can name any font that is installed, symbol fonts and fonts that swap digits or letters
 * included, so that any view which is not known to be harmless has the widget's own (R13).
 */
export const fontOf = (name: ViewName): ViewFont => (themedViews.has(name) ? 'theme' : 'fixed')
