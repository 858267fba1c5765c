import { addEnglish } from '#widget/lib/i18n/english.ts'
import type { Messages } from '#widget/lib/i18n/message.ts'

/** Texts of the vault about recovery with the operator's help, where the operator offers it. */
export const vaultRecoveryTexts = {
  'vault.assistance': 'Help of the operator',
  'vault.assistance-off': 'If you lose every other way',
  'vault.assistance-on': 'The operator can open the wallet',
  'vault.assistance-text':
    'If you lose your devices and every other way, you can ask the operator of this wallet for help. It takes at least 72 hours, and you need your email address.',
  'vault.assistance-on-text':
    'You can ask the operator for help if you lose every other way. Turn it off, and the operator can no longer open this wallet.',
  'vault.assistance-warning':
    'With this, the operator could take this wallet, and everything in it. Use it only if you trust the operator that far.',
  'vault.assistance-add': 'Turn on',
  'vault.assistance-remove': 'Turn off',
  'vault.recovery': 'Ask the operator for help',
  'vault.recovery-intro': 'Ask the operator for help',
  'vault.recovery-intro-text':
    'Your request waits for 72 hours, in which it can be cancelled from your email and your devices. Then the operator can answer it. You finish it here, in this browser.',
  'vault.recovery-intro-mail': 'A code is sent to {email} now, and a notice with the request.',
  'vault.recovery-begin': 'Send a code',
  'vault.recovery-waiting': 'Your request waits',
  'vault.recovery-waiting-text':
    'The operator can answer it after {time}. You can close this window, and open your wallet in this browser again later.',
  'vault.recovery-due': 'The operator can answer now',
  'vault.recovery-due-text':
    'There is no answer yet. Contact the operator, or look again later. The request ends on {time}.',
  'vault.recovery-answered': 'The operator has answered',
  'vault.recovery-answered-text': 'You can open your wallet in this browser now.',
  'vault.recovery-elsewhere': 'A recovery was requested elsewhere',
  'vault.recovery-elsewhere-text':
    'It was requested on {time}, from {device}, and can only be finished in that browser. If it was not you, cancel it.',
  'vault.recovery-code': 'The code of your request. Read it to the operator if you are asked for it.',
  'vault.recovery-open': 'Open wallet',
  'vault.recovery-look': 'Look again',
  'vault.recovery-cancel': 'Cancel the request',
  'vault.recovery-keep': 'I requested it',
  'vault.recovery-alert': 'A recovery of your wallet was requested',
  'vault.recovery-alert-text':
    'It was requested on {time}, from {device}. With the help of the operator, that browser gets your wallet after {opens}.',
  'vault.recovery-alert-warning':
    'If it was not you, cancel it now, and change the password of your email account.',
  'vault.recovery-address': 'You have no email address, which a request needs. Add one on the site first.',
  'vault.recovery-held':
    'Your email address was changed within the last 24 hours. Nothing was requested. Try again later.',
  'vault.recovery-mail':
    'The notice about your request could not be sent. Nothing was requested. Try again later.',
  'vault.recovery-over': 'The request was cancelled, or has expired. Nothing was opened.',
  'vault.recovery-unreadable':
    'The answer of the operator does not open your wallet. Cancel the request, and begin again.',
} as const satisfies Messages

addEnglish(vaultRecoveryTexts)
