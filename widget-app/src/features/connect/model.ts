import type { ConnectFailure } from './connect-failure.ts'

/** The state of a connect attempt. */
export type ConnectingState =
  /** Two scripts of the page claim to be this wallet: no request is sent before the user confirms (channel T20). */
  | { readonly is: 'doubtful' }
  /** The host requested this connection: no request is sent before the user confirms (R15). */
  | { readonly is: 'byPage' }
  | { readonly is: 'opening' }
  | { readonly is: 'asking' }
  /** The request was sent more than 8 s ago and is still pending. */
  | { readonly is: 'notAnswering' }
  | { readonly is: 'connected' }
  | ConnectFailure

export type ConnectingEvent =
  | { readonly is: 'started' }
  | { readonly is: 'asked' }
  | { readonly is: 'slow' }
  | { readonly is: 'connected' }
  | { readonly is: 'failed'; readonly failure: ConnectFailure }

/** True while a response is pending; after −32002 the earlier request can still be answered. */
export const isWaiting = ({ is }: ConnectingState): boolean =>
  is === 'opening' || is === 'asking' || is === 'notAnswering' || is === 'pending'

/** True if no request was sent yet and the user has to click first. */
export const needsClick = ({ is }: ConnectingState): boolean => is === 'doubtful' || is === 'byPage'

/** True if the user can send the request again. */
export const canRetry = (state: ConnectingState): boolean =>
  state.is === 'pending' || !(needsClick(state) || state.is === 'connected' || isWaiting(state))

/** Returns the next state; an event that does not apply changes nothing. */
export function nextState(state: ConnectingState, event: ConnectingEvent): ConnectingState {
  switch (event.is) {
    case 'started':
      return state.is === 'connected' ? state : { is: 'opening' }
    case 'asked':
      return state.is === 'opening' || state.is === 'pending' ? { is: 'asking' } : state
    case 'slow':
      return state.is === 'asking' ? { is: 'notAnswering' } : state
    case 'connected':
      return isWaiting(state) ? { is: 'connected' } : state
    case 'failed':
      return isWaiting(state) ? event.failure : state
  }
}
