import type { Messages } from '#widget/lib/i18n/message.ts'

/** English texts that both the first view and the confirm window can show; part of each build's initial files. */
export const commonTexts = {
  // Everywhere
  'common.back': 'Back',
  'common.cancel': 'Cancel',
  'common.details': 'Details',
  'common.done': 'Done',

  // Why a gated button does not accept a click yet
  'gate.early': 'Not ready yet. Press again in a moment.',
  'gate.covered': 'Part of this window is hidden.',
  'gate.covered-text': 'You can continue once the whole window is visible.',
  'gate.unseen': 'Scroll through the whole request to continue.',
  'gate.small': 'This window is too small to read. Zoom in to continue.',

  // The host
  'origin.verified': 'Verified site',
  'origin.unverified': 'Unverified',
  'origin.unverified-help':
    'The site owner has not confirmed this site. Check its address before you continue.',

  // A transaction
  'activity.unfollowed': 'An older payment is no longer tracked. Check it in your wallet.',
} as const satisfies Messages
