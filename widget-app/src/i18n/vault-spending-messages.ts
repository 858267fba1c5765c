import { addEnglish } from '#widget/lib/i18n/english.ts'
import type { Messages } from '#widget/lib/i18n/message.ts'

/** Texts of the vault about payments without its window, within a spending limit. */
export const vaultSpendingTexts = {
  'vault.limit': 'Pay here without this window?',
  'vault.limit-text':
    'Set a spending limit for this site. Within it, you approve payments on the page itself. Everything else still opens this window.',
  'vault.limit-label': 'Limit in {symbol}, in total',
  'vault.limit-fee': 'Network fees count too.',
  'vault.limit-duration': 'The limit ends after',
  'vault.limit-hour': 'An hour',
  'vault.limit-day': 'A day',
  'vault.limit-week': 'A week',
  'vault.limit-warning':
    'Until then, this device can use your Ethereum account without your passkey. Set a limit only on a device that is yours alone.',
  'vault.limit-set': 'Set limit',
  'vault.limit-later': 'Not now',
  'vault.limit-setting': 'The limit is being set',
  'vault.limit-failed': 'The limit could not be set on this page. A former limit for it may have ended.',
  'vault.limit-offline': 'The wallet’s server did not respond. No limit was set for this page.',
  'vault.limit-unknown':
    'The wallet’s server did not respond. It is not known whether a limit was set for this page. You can check this in the settings of your wallet.',
  'vault.limit-done': 'The limit is set',
  'vault.limit-done-text': 'You can remove it in the settings of your wallet. You can close this window.',
  'vault.limit-covers': 'Within your limit',
  'vault.limit-left': 'After this, {left} of {maximum} are left until {time}.',
} as const satisfies Messages

addEnglish(vaultSpendingTexts)
