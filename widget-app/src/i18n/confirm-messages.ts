import { addEnglish } from '#widget/lib/i18n/english.ts'
import type { Messages } from '#widget/lib/i18n/message.ts'

/** English texts of the confirm window, and of the vault's, around the review of a request: the vault loads the review later. */
export const confirmTexts = {
  'approve.sign': 'Confirm',
  'confirm.cancelled': 'Request cancelled',
  'confirm.close-text': 'You can close this window.',
  'confirm.compare':
    'This window can’t verify the requesting site. Continue only if the site shows the number {number} too.',
  'confirm.expired': 'This request has expired',
  'confirm.failed': 'It did not go through',
  'confirm.invalid': 'This request is no longer valid',
  'confirm.return-text': 'Go back to the site and try again.',
  'confirm.title': 'Review request',
} as const satisfies Messages

addEnglish(confirmTexts)
