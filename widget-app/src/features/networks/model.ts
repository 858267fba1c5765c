import type { SwitchFailure } from './switch-failure.ts'

/** The state of an attempt to switch the wallet's network. */
export type SwitchState =
  | { readonly is: 'opening' }
  | { readonly is: 'asking' }
  /** The request was sent more than 8 s ago and is still pending. */
  | { readonly is: 'notAnswering' }
  | { readonly is: 'done' }
  | SwitchFailure

export type SwitchEvent =
  | { readonly is: 'started' }
  | { readonly is: 'asked' }
  | { readonly is: 'slow' }
  /** The wallet is on the network, also if the user switched it there. */
  | { readonly is: 'arrived' }
  | { readonly is: 'failed'; readonly failure: SwitchFailure }

/** True while a response is pending; after −32002 the earlier request can still be answered. */
export const isWaiting = ({ is }: SwitchState): boolean =>
  is === 'opening' || is === 'asking' || is === 'notAnswering' || is === 'pending'

/** True if the user can send the request again. A wallet that lacks the network would only fail again. */
export const canRetry = ({ is }: SwitchState): boolean =>
  is === 'pending' || is === 'rejected' || is === 'failed'

/** Returns the next state; an event that does not apply changes nothing. */
export function nextState(state: SwitchState, event: SwitchEvent): SwitchState {
  if (state.is === 'done') return state
  switch (event.is) {
    case 'started':
      return { is: 'opening' }
    case 'asked':
      return state.is === 'opening' ? { is: 'asking' } : state
    case 'slow':
      return state.is === 'asking' ? { is: 'notAnswering' } : state
    case 'arrived':
      return { is: 'done' }
    case 'failed':
      return isWaiting(state) ? event.failure : state
  }
}
