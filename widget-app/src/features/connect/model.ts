import type { ConnectFailure } from './connect-failure.ts'

/** Where the attempt to connect one wallet stands. */
export type ConnectingState =
  /** Two parts of the page claim to be this wallet, so nothing is asked before the person confirms (channel T20). */
  | { readonly is: 'doubtful' }
  /** The page wants this wallet connected, so nothing is asked before the user confirms (R15). */
  | { readonly is: 'byPage' }
  | { readonly is: 'opening' }
  | { readonly is: 'asking' }
  /** Asked more than 8 s ago; still waiting. */
  | { readonly is: 'notAnswering' }
  | { readonly is: 'connected' }
  | ConnectFailure

export type ConnectingEvent =
  | { readonly is: 'started' }
  | { readonly is: 'asked' }
  | { readonly is: 'slow' }
  | { readonly is: 'connected' }
  | { readonly is: 'failed'; readonly failure: ConnectFailure }

/** Whether an answer of the wallet is still awaited; after −32002 the earlier request may yet be answered. */
export const isWaiting = ({ is }: ConnectingState): boolean =>
  is === 'opening' || is === 'asking' || is === 'notAnswering' || is === 'pending'

/** Whether nothing was asked yet, and a press is needed for it. */
export const needsPress = ({ is }: ConnectingState): boolean => is === 'doubtful' || is === 'byPage'

/** Whether the person may ask once more. */
export const mayTryAgain = (state: ConnectingState): boolean =>
  state.is === 'pending' || !(needsPress(state) || state.is === 'connected' || isWaiting(state))

/** The next state; an event that does not fit changes nothing. */
export function next(state: ConnectingState, event: ConnectingEvent): ConnectingState {
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
