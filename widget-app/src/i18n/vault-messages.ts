import { addEnglish } from '#widget/lib/i18n/english.ts'
import type { Messages } from '#widget/lib/i18n/message.ts'

/** English texts of the vault's window, in addition to those of a review (`review-messages.ts`). */
export const vaultTexts = {
  'vault.title': 'Your wallet',
  'vault.loading': 'Opening your wallet…',
  'vault.framed': 'Your wallet cannot be shown inside another page.',
  'vault.nothing': 'Nothing to do here',
  'vault.nothing-text': 'Your wallet opens from the site that you use it on. You can close this window.',
  'vault.signing': 'Signing…',
  'vault.signed': 'Signed',
  'vault.signed-text': 'Go back to the site. This window closes by itself.',
  'vault.lost': 'The site is gone',
  'vault.lost-text': 'The page that opened this window was closed. Nothing was signed.',
  'vault.lost-signed':
    'The page that opened this window was closed after you signed. Check in your account whether anything was sent.',
  'vault.changed': 'Something changed while you decided. Nothing was signed.',
  'vault.changed-signed': 'Something changed while you decided. Your signature was not used.',
  'vault.create': 'Create your wallet',
  'vault.create-text':
    'One wallet for Ethereum, Solana and Polkadot, the same on every site. Its keys are made in this window. Neither the site nor the server receives them.',
  'vault.create-button': 'Create wallet',
  'vault.creating': 'Creating your wallet…',
  'vault.ready': 'Your wallet is ready',
  'vault.secure': 'Now make sure that you cannot lose it',
  'vault.secure-text':
    'It is on your devices only. If all of them are lost or their browser data is cleared, the wallet is lost with them, and no support can bring it back.',
  'vault.login-missing':
    'You log in only with a passkey that isn’t synced. If you lose the device that has it, you can’t log in, and without a login no other way opens the wallet. Add an email address or another login in the wallet settings on the site.',
  'vault.secure-passkey': 'Add a passkey',
  'vault.secure-passkey-text': 'Face, fingerprint or screen lock',
  'vault.secure-code': 'Save a recovery code',
  'vault.secure-code-text': 'On paper or in a password manager',
  'vault.secure-later': 'Later',
  'vault.passkey-unfit-text':
    'This passkey cannot keep a wallet: your browser or security key lacks a function that is needed. Save a recovery code instead.',
  'vault.passkey-opens-nothing':
    'This passkey does not open your wallet in this browser. Use another passkey, or another way.',
  'vault.passkey-name': 'Passkey of {date}',
  'vault.passkey-wait': 'Follow your device',
  'vault.passkey-wait-text': 'It asks for your face, fingerprint or screen lock, perhaps twice.',
  'vault.passkey-unknown':
    'No wallet has this passkey: it was removed, or its account was deleted. Use another one, or another way.',
  'vault.passkey-copied':
    'This passkey was rejected, because a copy of it may be in use: its count has not grown. Use another way, and remove it from your wallet.',
  'vault.passkey-cancelled': 'The passkey was not used. Try again, or choose another way.',
  'vault.keep-phrase': 'Show the 12 words',
  'vault.keep-phrase-text': 'Opens the wallet in other apps too',
  'vault.key': 'Show an account key',
  'vault.key-text': 'It opens this account in other apps, and no other account of your wallet.',
  'vault.key-of': 'Your {chain} key',
  'vault.key-of-text': 'It opens this account on any device. Show it to no one.',
  'vault.key-copy': 'Copy key',
  'vault.key-copied': 'Key copied',
  'vault.key-show': 'Show the key',
  'vault.phrase': 'Your 12 words',
  'vault.phrase-text':
    'These words open your wallet on any device. Write them down in this order, and show them to no one.',
  'vault.phrase-warning':
    'No site and no support ever needs this. Make sure that no one can see your screen.',
  'vault.phrase-show': 'Show the words',
  'vault.log-in': 'Continue with a passkey',
  'vault.log-in-text': 'Face, fingerprint or screen lock instead of an email address',
  'vault.log-in-use': 'Use my passkey',
  'vault.log-in-create': 'Create a wallet',
  'vault.log-in-create-text': 'With a new passkey on this device',
  'vault.code': 'Your recovery code',
  'vault.code-text': 'Write it down, or save it in a password manager. It is shown once.',
  'vault.code-check': 'Last five characters',
  'vault.code-check-hint': 'Type them to confirm that you saved the code.',
  'vault.code-wrong': 'These are not the last five characters',
  'vault.code-copy': 'Copy code',
  'vault.code-copied': 'Code copied',
  'vault.code-done': 'I saved it',
  'vault.secured': 'Your wallet is safe',
  'vault.secured-text': 'You can restore it on any device. You can close this window.',
  'vault.restore': 'Bring your wallet to this device',
  'vault.restore-text': 'You have a wallet, and its keys are not in this browser.',
  'vault.restore-device': 'Use another device',
  'vault.restore-passkey': 'Use a passkey',
  'vault.restore-code': 'Use a recovery code',
  'vault.restore-phrase': 'Use the 12 words',
  'vault.restore-none':
    'No passkey and no recovery code was saved. Open the wallet on the device that has it, or use its 12 words.',
  'vault.code-field': 'Recovery code',
  'vault.code-missing': {
    one: 'One character is missing',
    other: '{count} characters are missing',
  },
  'vault.code-surplus': {
    one: 'One character too many',
    other: '{count} characters too many',
  },
  'vault.code-character': 'A recovery code has only letters and digits',
  'vault.code-typo': 'There is a typing error in this code',
  'vault.code-typo-at': 'Check group {group}: there is a typing error',
  'vault.code-other': 'This code belongs to another wallet',
  'vault.phrase-field': 'The 12 words, in order',
  'vault.phrase-count': 'Enter 12 words; these are {count}',
  'vault.phrase-word': 'Word {position} is not in the list of words',
  'vault.phrase-order': 'These words do not belong together. Check their order.',
  'vault.phrase-other': 'These words are of another wallet',
  'vault.restore-button': 'Restore',
  'vault.restoring': 'Restoring your wallet…',
  'vault.restored': 'Your wallet is here',
  'vault.step-up': 'Confirm that it is you',
  'vault.step-up-text': 'Enter the code that was sent to your email address.',
  'vault.step-up-field': 'Code from the email',
  'vault.step-up-wrong': 'This code is wrong',
  'vault.step-up-over': 'This code is no longer valid. Send a new one.',
  'vault.step-up-resend': 'Send a new code',
  'vault.step-up-resend-in': {
    one: 'Send a new code in {count} second',
    other: 'Send a new code in {count} seconds',
  },
  'vault.login-needed':
    'This account has no email address for a code. Log out on the site and log in again. Then open this window again within five minutes.',
  'vault.login-needed-on-site':
    'This account has no email address for a code. Log out on the site and log in again. Then open the wallet settings there, and choose “Send to a new device” within five minutes.',
  'vault.prove-passkey': 'A passkey of this wallet has to confirm it. If you lost it, use another way.',
  'vault.passkeys': 'Remove a passkey',
  'vault.passkeys-text':
    'This wallet signs only after one of these passkeys. Remove one that you no longer have.',
  'vault.passkeys-add': 'Add one on this device',
  'vault.passkeys-remove': 'Remove',
  'vault.passkeys-keep': 'Keep',
  'vault.passkeys-confirm': 'Remove “{name}”?',
  'vault.passkeys-confirm-text':
    'It no longer logs you in, and no longer opens this wallet. Your other devices are logged out, and your spending limits end. Your other ways stay.',
  'vault.digits': 'Enter the six digits',
  'vault.send': 'Send to a new device',
  'vault.send-text': 'Log in on that device first',
  'vault.send-button': 'Send wallet',
  'vault.send-no-session':
    'You are logged out here. Open your wallet from the site once, then scan the code again.',
  'vault.send-not-here': 'Your wallet is not in this browser. Open the link in the browser that has it.',
  'vault.transfer-start': 'Use your other device',
  'vault.transfer-start-text':
    'Scan this code with the device that has your wallet. Or open the wallet settings on the site there, then “Recovery phrase and keys”, and choose “Send to a new device”.',
  'vault.transfer-qr': 'Code that opens your wallet on the other device',
  'vault.transfer-copy': 'Copy link',
  'vault.transfer-copied': 'Link copied',
  'vault.transfer-number': 'Type this number on the other device',
  'vault.transfer-number-text': 'Continue here only after the other device has accepted it.',
  'vault.transfer-accepted': 'It was accepted',
  'vault.transfer-wait': 'Waiting for the other device…',
  'vault.transfer-look': 'Log in on the new device, open your wallet there, and choose “Use another device”.',
  'vault.transfer-confirm': 'Send your wallet to {device}?',
  'vault.transfer-confirm-text':
    'This device is logged in to your account. It will be able to spend all that your wallet has.',
  'vault.transfer-warning':
    'Continue only if you hold that device in your hand. If a message, a call or a website told you to do this, cancel.',
  'vault.transfer-enter': 'Number on the new device',
  'vault.transfer-enter-text': 'Type the number that {device} shows.',
  'vault.transfer-field': 'Six digits',
  'vault.transfer-sent': 'Wallet sent',
  'vault.transfer-sent-text': 'Continue on the new device.',
  'vault.transfer-over':
    'The transfer has ended: one of the devices stopped it, or it took more than 10 minutes. Begin again on both.',
  'vault.transfer-unknown':
    'The connection was lost. The other device may have your wallet: look there before you begin again.',
  'vault.transfer-wrong': 'The number was wrong. Nothing was sent. Begin again on both devices.',
  'vault.transfer-failed':
    'The devices did not get the same messages. Nothing was sent. Begin again on both.',
  'vault.prove': 'Confirm a change of your account',
  'vault.prove-text':
    'The site asks to change how you log in, or which devices have your wallet. Nothing moves, and nothing is paid.',
  'vault.deletion': 'The deletion of your account was requested',
  'vault.deletion-text':
    'Continue with the keys of your wallet, and it is cancelled. If you did not request it, change the password of your email account.',
  'vault.continue': 'Continue',
  'vault.failed': 'That did not work',
  'vault.try-again': 'Try again',
  'vault.failed-load': 'A part of the wallet did not load. Check your connection.',
  'vault.failed-network': 'The wallet’s server did not respond. Nothing was signed.',
  'vault.failed-storage':
    'This browser does not let the wallet save its keys, as in a private window. Nothing was created.',
  'vault.failed-login': 'You are logged out. Go back to the site and log in again.',
  'vault.failed-user':
    'The site that opened this window is not logged in as this user. Go back, and log in again.',
  'vault.failed-other':
    'This account got a wallet on another device just now. Close this window, and open it again from the site.',
  'vault.failed-proof': 'Your last proof was too long ago. Try again. Nothing was changed.',
  'vault.failed-full': 'There are as many passkeys as an account can have. Remove one first.',
  'vault.failed-limit': 'Too many attempts. Wait a while, then try again.',
  'vault.failed-passkey': 'A passkey of this wallet has to confirm that it is you.',
  'vault.failed-unknown': 'Something unexpected happened. Nothing was signed.',
  'vault.kept': 'Your wallet is on this device',
  'vault.kept-text': 'Add another way to get it back, or close this window.',
} as const satisfies Messages

addEnglish(vaultTexts)
