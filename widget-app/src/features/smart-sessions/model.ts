import type { ServiceFailure } from '#widget/core/service-failure.ts'

/** Where revoking a session stands. */
export type RevokeState =
  | { readonly is: 'idle'; readonly setback?: ServiceFailure }
  /** The wallet is asked. */
  | { readonly is: 'signing' }
  /** The session's service is told. */
  | { readonly is: 'revoking' }
  /** The service says that it ended. */
  | { readonly is: 'revoked' }

export type RevokeEvent =
  | { readonly is: 'asked' }
  | { readonly is: 'signed' }
  | { readonly is: 'revoked' }
  | { readonly is: 'set-back'; readonly setback: ServiceFailure }
  | { readonly is: 'left' }

/** The next state; what comes too late changes nothing. */
export function nextRevoke(state: RevokeState, event: RevokeEvent): RevokeState {
  switch (event.is) {
    case 'left':
      return { is: 'idle' }
    case 'asked':
      return state.is === 'idle' ? { is: 'signing' } : state
    case 'signed':
      return state.is === 'signing' ? { is: 'revoking' } : state
    case 'revoked':
      return state.is === 'revoking' ? { is: 'revoked' } : state
    case 'set-back':
      return isUnderWay(state) ? { is: 'idle', setback: event.setback } : state
  }
}

/** Whether somebody is awaited: nothing else may be begun. */
const isUnderWay = ({ is }: RevokeState): boolean => is === 'signing' || is === 'revoking'
