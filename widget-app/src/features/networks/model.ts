import type { SwitchFailure } from './switch-failure.ts'

/** Where the wish to switch the wallet's network stands. */
export type SwitchState =
  | { readonly is: 'opening' }
  | { readonly is: 'asking' }
  /** Asked more than 8 s ago; still waiting. */
  | { readonly is: 'notAnswering' }
  | { readonly is: 'done' }
  | SwitchFailure

export type SwitchEvent =
  | { readonly is: 'started' }
  | { readonly is: 'asked' }
  | { readonly is: 'slow' }
  /** The wallet is on the network, however it came there. */
  | { readonly is: 'arrived' }
  | { readonly is: 'failed'; readonly failure: SwitchFailure }

/** Whether an answer of the wallet is awaited; after −32002 the earlier request may yet be answered. */
export const isWaiting = ({ is }: SwitchState): boolean =>
  is === 'opening' || is === 'asking' || is === 'notAnswering' || is === 'pending'

/** Whether the person may ask once more; a wallet that does not know the network would only say so again. */
export const mayTryAgain = ({ is }: SwitchState): boolean =>
  is === 'pending' || is === 'rejected' || is === 'failed'

/** The next state; an event that does not fit changes nothing. */
export function next(state: SwitchState, event: SwitchEvent): SwitchState {
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
