import type { ServiceFailure } from '#widget/core/service-failure.ts'

/** Progress of revoking a session. */
export type RevokeState =
  | { readonly is: 'idle'; readonly failure?: ServiceFailure }
  /** The wallet is prompted. */
  | { readonly is: 'signing' }
  /** The signature is posted to the session's service. */
  | { readonly is: 'revoking' }
  /** The service reports that the session has ended. */
  | { readonly is: 'revoked' }

export type RevokeEvent =
  | { readonly is: 'asked' }
  | { readonly is: 'signed' }
  | { readonly is: 'revoked' }
  | { readonly is: 'set-back'; readonly failure: ServiceFailure }
  | { readonly is: 'left' }

/** The next state; an event that arrives too late changes nothing. */
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
      return isUnderWay(state) ? { is: 'idle', failure: event.failure } : state
  }
}

/** Whether the wallet or the service has not responded yet; no other attempt can begin. */
const isUnderWay = ({ is }: RevokeState): boolean => is === 'signing' || is === 'revoking'
