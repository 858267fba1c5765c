import { atom } from '#widget/lib/state.ts'
import { embeddedSessionAtom } from './session.ts'

/** Whether a recovery of the user's wallet with the operator's help is requested, as of the last response of the server. */
export const isRecoveryRequestedAtom = atom(
  (get) => get(embeddedSessionAtom)?.account.recovery === 'requested',
)
