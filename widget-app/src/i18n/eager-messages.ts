import { addEnglish } from '#widget/lib/i18n/english.ts'
import type { Messages } from '#widget/lib/i18n/message.ts'

/**
 * English texts that can be on screen before a view other than Connect has loaded, except those of `common-messages.ts`: the
 * texts of Connect, and all titles.
 */
export const eagerTexts = {
  // Everywhere
  'common.close': 'Close',
  'common.loading': 'Loading',
  'common.tryAgain': 'Try again',
  'common.dismiss': 'Dismiss',
  'common.new-tab': 'Opens in a new tab',

  // SPEC §6: shown after a request of the host was rejected
  'fault.action-not-allowed': 'Action not allowed',

  // In place of a view that could not be rendered
  'view.failed': 'Something went wrong',
  'view.failed-text': 'Check your internet connection, then try again. Pending payments are not affected.',

  // Signing in
  'sign-in.title': 'Sign in',
  'sign-in.authenticating': 'Authenticating...',
  'sign-in.error': 'Error signing message',
  'sign-in.init-failed': 'A problem occurred while trying initialize authentication',
  'email.title': 'Profile',
  'code.title': 'Confirm email',

  // Blocked
  'blocked.title': 'Not available here',

  // Connect
  'connect.title': 'Connect wallet',
  'connect.group.yours': 'Your wallets',
  'connect.group.featured': 'Popular',
  'connect.group.custom': 'From this site',
  'connect.group.walletConnect': 'WalletConnect',
  'connect.group.external': 'More options',
  'connect.group.recommended': 'Recommended',
  'connect.badge.recent': 'Recent',
  'connect.badge.installed': 'Installed',
  'connect.badge.warning': 'Duplicate',
  'connect.badge.qr': 'QR code',
  'connect.badge.certified': 'Certified',
  'connect.all': 'All wallets',
  'connect.none.title': 'No wallet found in this browser',
  'connect.none.text': 'Install a wallet, then come back to this page.',
  'connect.get': 'Get a wallet',
  'connect.continue': 'Continue with a wallet',
  'connect.restoring': 'Reconnecting your wallet',
  'connect.help': 'What is a wallet?',
  'legal.both': 'I agree to the terms of service and the privacy policy',
  'legal.terms-only': 'I agree to the terms of service',
  'legal.privacy-only': 'I agree to the privacy policy',
  'legal.terms': 'Terms of service',
  'legal.privacy': 'Privacy policy',

  // Connecting to a wallet in the browser
  'connecting.title': '{wallet}',

  // Pairing over WalletConnect
  'pair.title': 'WalletConnect',

  // Embedded wallet
  'login.title': 'Continue with email',
  'login.or': 'or',
  'login.logged-out': 'You were logged out',
  'login.open-failed': 'Your wallet couldn’t be opened',
  'change-email.title': 'Change email',
  'wallet-settings.title': 'Wallet settings',

  // All wallets, get a wallet
  'wallets.title': 'All wallets',
  'get.title': 'Get {wallet}',

  // Account
  'account.title': 'Account',

  // Wallets
  'profile.title': 'Wallets',

  // Networks
  'networks.title': 'Choose network',
  'networks.local': 'Local',
  'networks.testnet': 'Test network',
  'switch.title': 'Switch to {network}',
  'switch-chain.title': 'Switch chain',
  'unsupported.title': 'Switch network',

  // Send
  'send.title': 'Send',
  'receive.title': 'Receive',
  'register.title': 'Get a name',
  'sessions.title': 'Smart sessions',
  'sessions.one': 'Session',
  'scan.title': 'Scan QR code',
  'send.select-token': 'Select token',
  'review.title': 'Review',
  'approve.title': 'Review request',

  // A transaction
  'calls.title': 'Transactions',
  'swap.title': 'Swap',
  'swap.review': 'Review swap',
  'buy.title': 'Buy',
  'buy.providers': 'Choose provider',
  'buy.currency': 'Choose currency',
  'exchange.title': 'Deposit from exchange',
  'order.news-toast': '{amount} received',
  'transaction.title': 'Transaction',
} as const satisfies Messages

addEnglish(eagerTexts)
