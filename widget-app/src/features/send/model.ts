import type { FailureReason } from '#widget/domain/transactions/operation-failure.ts'

/**
 * What the review tells beside the facts. `fee-rose`: the highest fee grew while it was on screen; `name-failed`: the
 * name could not be looked up once more; `changed`: the account, or what Max comes to, is another than when Send was
 * pressed; `token-changed`: the token passes on less, or asks for a memo, since it was shown.
 */
export type ReviewNote = 'fee-rose' | 'name-failed' | 'changed' | 'token-changed' | undefined

/**
 * Where a transfer stands between the form and the hash. What becomes of it after that is its journal entry's to tell
 * (submitted → confirmed, failed, replaced, dropped), so that nothing is lost with this page.
 */
export type SendState =
  | { readonly is: 'idle' }
  | { readonly is: 'reviewing'; readonly note: ReviewNote }
  | { readonly is: 'estimating' }
  | { readonly is: 'switching' }
  | { readonly is: 'signing'; readonly entryId: string }
  | { readonly is: 'rejected' }
  | { readonly is: 'pending' }
  | { readonly is: 'failed'; readonly why: FailureReason; readonly detail: string | undefined }
  | { readonly is: 'unknown'; readonly entryId: string }
  | { readonly is: 'submitted'; readonly entryId: string }
  /** What is on the chain is not what was asked (channel D8). */
  | { readonly is: 'mismatched'; readonly entryId: string }

export type SendEvent =
  /** The review came on screen. */
  | { readonly is: 'reviewed' }
  /** The person pressed Send. */
  | { readonly is: 'confirmed' }
  /** Back to the review before the wallet was asked. */
  | { readonly is: 'halted'; readonly note: ReviewNote }
  | { readonly is: 'switching' }
  | { readonly is: 'asked'; readonly entryId: string }
  | { readonly is: 'rejected' }
  | { readonly is: 'pending' }
  | { readonly is: 'failed'; readonly why: FailureReason; readonly detail: string | undefined }
  | { readonly is: 'unknown'; readonly entryId: string }
  | { readonly is: 'submitted'; readonly entryId: string }
  | { readonly is: 'mismatched'; readonly entryId: string }
  /** All views of sending have gone. */
  | { readonly is: 'left' }

/** Whether a transfer is under way: no second one may be started, and leaving does not end it. */
export const isUnderWay = ({ is }: SendState): boolean =>
  is === 'estimating' || is === 'switching' || is === 'signing'

/** Whether it has ended with something sent, or perhaps sent: the form does not come back by itself. */
const isOver = ({ is }: SendState): boolean => is === 'submitted' || is === 'mismatched' || is === 'unknown'

const idle: SendState = { is: 'idle' }

/** The next state. Events which make no sense where the transfer stands change nothing. */
export function nextSend(state: SendState, event: SendEvent): SendState {
  switch (event.is) {
    case 'reviewed':
      // After an end that moved something, or may have, only leaving begins anew: nobody sends twice by going back.
      return isUnderWay(state) || isOver(state) ? state : { is: 'reviewing', note: undefined }
    case 'confirmed':
      return canConfirm(state) ? { is: 'estimating' } : state
    case 'halted':
      return state.is === 'estimating' ? { is: 'reviewing', note: event.note } : state
    case 'left':
      return isUnderWay(state) ? state : idle
    case 'switching':
      return state.is === 'estimating' ? { is: 'switching' } : state
    case 'asked':
      return state.is === 'estimating' || state.is === 'switching'
        ? { is: 'signing', entryId: event.entryId }
        : state
    case 'rejected':
    case 'pending':
    case 'failed':
      return isUnderWay(state) ? event : state
    case 'unknown':
    case 'submitted':
      return state.is === 'signing' && state.entryId === event.entryId ? event : state
    case 'mismatched':
      return (state.is === 'signing' || state.is === 'submitted') && state.entryId === event.entryId
        ? event
        : state
  }
}

/** Whether Send may be pressed: on the review, and again after an end where nothing was sent. */
export const canConfirm = ({ is }: SendState): boolean =>
  is === 'reviewing' || is === 'rejected' || is === 'pending' || is === 'failed'

/** Whether the screen belongs to what becomes of the transfer, in place of form and review. */
export const showsProgress = (state: SendState): boolean =>
  state.is === 'switching' || state.is === 'signing' || isOver(state)
