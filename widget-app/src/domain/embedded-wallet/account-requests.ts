import { atom } from '#widget/lib/state.ts'
import { embeddedSessionAtom } from './session.ts'

/** Whether a recovery of the user's wallet with the operator's help is requested, as of the last response of the server. */
export const isRecoveryRequestedAtom = atom(
  (get) => get(embeddedSessionAtom)?.account.recovery === 'requested',
)

/**
 * Whether a deletion of the account without the wallet's keys is `requested`, or `open` to be carried out, as of the last response of the
 * server; undefined: neither.
 */
export const deletionStateAtom = atom((get) => get(embeddedSessionAtom)?.account.deletion)
