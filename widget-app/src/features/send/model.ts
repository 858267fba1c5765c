import type { FailureReason } from '#widget/domain/transactions/operation-failure.ts'
import type { TransactionState } from '#widget/domain/transactions/transaction-entry.ts'

/**
 * What the review reports in addition to the facts. `fee-rose`: the maximum fee rose while it was displayed; `name-failed`:
 * the name could not be resolved again; `changed`: the account or the amount of Max differs from that at the click;
 * `token-changed`: the token passes on less, or requires a memo, since it was displayed.
 */
export type ReviewNote = 'fee-rose' | 'name-failed' | 'changed' | 'token-changed' | undefined

/**
 * Progress of a transfer between the form and the hash. Later statuses are in its journal entry (submitted → confirmed,
 * failed, replaced, dropped), so that they outlive this document.
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
  /** The transaction differs from the request (channel D8). */
  | { readonly is: 'mismatched'; readonly entryId: string }

export type SendEvent =
  /** The review is displayed. */
  | { readonly is: 'reviewed' }
  /** The user clicked Send. */
  | { readonly is: 'confirmed' }
  /** Back to the review before the wallet was prompted. */
  | { readonly is: 'halted'; readonly note: ReviewNote }
  | { readonly is: 'switching' }
  | { readonly is: 'asked'; readonly entryId: string }
  | { readonly is: 'rejected' }
  | { readonly is: 'pending' }
  | { readonly is: 'failed'; readonly why: FailureReason; readonly detail: string | undefined }
  | { readonly is: 'unknown'; readonly entryId: string }
  | { readonly is: 'submitted'; readonly entryId: string }
  | { readonly is: 'mismatched'; readonly entryId: string }
  /** All send views have unmounted. */
  | { readonly is: 'left' }

/** Whether a transfer is under way: no second one can begin, and unmounting does not end it. */
export const isUnderWay = ({ is }: SendState): boolean =>
  is === 'estimating' || is === 'switching' || is === 'signing'

/** Whether it ended with something sent, or possibly sent: the form does not reappear. */
const hasEnded = ({ is }: SendState): boolean => is === 'submitted' || is === 'mismatched' || is === 'unknown'

const idle: SendState = { is: 'idle' }

/** The next state. Events that do not apply to the current state change nothing. */
export function nextSend(state: SendState, event: SendEvent): SendState {
  switch (event.is) {
    case 'reviewed':
      // After an end that may have moved funds, only unmounting resets: going back cannot send twice.
      return isUnderWay(state) || hasEnded(state) ? state : { is: 'reviewing', note: undefined }
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

/** Whether Send is enabled: on the review, and again after an end that sent nothing. */
export const canConfirm = ({ is }: SendState): boolean =>
  is === 'reviewing' || is === 'rejected' || is === 'pending' || is === 'failed'

/** Whether the views show the progress of the transfer, in place of form and review. */
export const showsProgress = (state: SendState): boolean =>
  state.is === 'switching' || state.is === 'signing' || hasEnded(state)

/** The stage that the progress view shows; after the hash, the status of the journal entry. */
export type ProgressStage =
  | 'switching'
  | 'signing'
  | 'unknown'
  | 'mismatched'
  | 'submitted'
  | 'confirmed'
  | 'failed'
  | 'replaced'
  | 'dropped'
  | 'expired'

/** The stage of the transfer, from the attempt and, once there is a hash, from its journal entry. */
export function stageOf(state: SendState, entry: TransactionState | undefined): ProgressStage {
  switch (state.is) {
    case 'switching':
    case 'signing':
    case 'unknown':
    case 'mismatched':
      return state.is
    default:
      switch (entry?.is) {
        case 'confirmed':
        case 'failed':
        case 'replaced':
        case 'dropped':
        case 'expired':
        case 'unknown':
          return entry.is
        default:
          return 'submitted'
      }
  }
}
