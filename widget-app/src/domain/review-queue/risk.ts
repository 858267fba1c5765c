/** What a review warns of. Each of them opens the review, whatever the host's configuration. */
export type Risk =
  | 'unlimited-approval'
  | 'approval-all'
  | 'approval-for-all'
  | 'permit'
  | 'order'
  | 'bulk-order'
  | 'safe-transaction'
  | 'user-operation'
  | 'forward-request'
  | 'delegation'
  | 'signed-move'
  | 'unknown-typed-data'
  | 'unknown-typed-value'
  | 'sign-in-imitation'
  | 'sign-in-rights'
  | 'encoded'
  | 'key-message'
  | 'authorisation'
  | 'authority'
  | 'control'
  | 'votes'
  | 'session'
  | 'session-unlimited'
  | 'session-long'
  | 'session-policy'
  | 'transfer-all'
  | 'takes-from-other'
  | 'burn'
  | 'withdrawal'
  | 'durable'
  | 'blind'
  | 'disguised-text'
  | 'unknown-call'
  | 'unknown-with-value'
  | 'unknown-contract'
  | 'swap-to-other'
  | 'swap-low-minimum'
  | 'unlisted-token'
  | 'imitated-token'
  | 'high-fee'
  | 'immortal'
  | 'unsent'
  | 'foreign-chain'
  | 'unknown-blockhash'
  | 'impostor-contract'
  | 'foreign-sign-in'
  | 'new-contract'
  | 'token-account'
  | 'look-alike'
  | 'site-network'
  | 'site-token'
  | 'token-differs'
  | 'hidden-grant'
  | 'hidden-loss'
  | 'missing-gain'
  | 'unread-extension'
  | 'unchecked'
  | 'not-read'

/** Severe risks: Cancel is the primary button, and the text is red. */
const severeRisks: ReadonlySet<Risk> = new Set([
  'approval-for-all',
  'bulk-order',
  'safe-transaction',
  'user-operation',
  'forward-request',
  'delegation',
  'signed-move',
  'unknown-typed-value',
  'sign-in-imitation',
  'sign-in-rights',
  'encoded',
  'authorisation',
  'authority',
  'control',
  'session-unlimited',
  'session-long',
  'session-policy',
  'blind',
  'disguised-text',
  'withdrawal',
  'unknown-with-value',
  'unknown-blockhash',
  'swap-to-other',
  'impostor-contract',
  'foreign-sign-in',
  'look-alike',
  'token-differs',
  'imitated-token',
  'hidden-grant',
  'hidden-loss',
  'missing-gain',
  'unread-extension',
  'not-read',
])

/** Whether a risk is severe. */
export const isSevere = (risk: Risk): boolean => severeRisks.has(risk)
