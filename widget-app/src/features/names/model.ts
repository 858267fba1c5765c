import type { ServiceFailure } from '#widget/core/service-failure.ts'

/** The state of a name registration. */
export type RegisterState =
  | { readonly is: 'choosing'; readonly failure?: ServiceFailure }
  /** The wallet shows the signature request. */
  | { readonly is: 'signing'; readonly name: string; readonly message: string }
  /** The request to the registry is pending. */
  | { readonly is: 'registering'; readonly name: string; readonly message: string }

export type RegisterEvent =
  | { readonly is: 'asked'; readonly name: string; readonly message: string }
  | { readonly is: 'signed' }
  | { readonly is: 'failed'; readonly failure: ServiceFailure }
  /** The view unmounted. A request to the registry continues. */
  | { readonly is: 'left' }
  | { readonly is: 'over' }

/** Returns the next state; an event that does not apply changes nothing. */
export function nextRegisterState(state: RegisterState, event: RegisterEvent): RegisterState {
  switch (event.is) {
    case 'left':
      return state.is === 'registering' ? state : { is: 'choosing' }
    case 'over':
      return { is: 'choosing' }
    case 'asked':
      return state.is === 'choosing' ? { is: 'signing', name: event.name, message: event.message } : state
    case 'signed':
      return state.is === 'signing' ? { ...state, is: 'registering' } : state
    case 'failed':
      return state.is === 'choosing' ? state : { is: 'choosing', failure: event.failure }
  }
}

/** True while a response is pending: no other registration can start. */
export const isRegistering = ({ is }: RegisterState): boolean => is !== 'choosing'
