import type { ServiceFailure } from '#widget/core/service-failure.ts'

/** Where registering a name stands. */
export type RegisterState =
  | { readonly is: 'choosing'; readonly setback?: ServiceFailure }
  /** The wallet is asked. */
  | { readonly is: 'signing'; readonly name: string; readonly message: string }
  /** The registry is asked. */
  | { readonly is: 'registering'; readonly name: string; readonly message: string }

export type RegisterEvent =
  | { readonly is: 'asked'; readonly name: string; readonly message: string }
  | { readonly is: 'signed' }
  | { readonly is: 'set-back'; readonly setback: ServiceFailure }
  /** Nobody looks any more. What the registry was handed goes on. */
  | { readonly is: 'left' }
  | { readonly is: 'over' }

/** The next state; what comes too late changes nothing. */
export function nextRegister(state: RegisterState, event: RegisterEvent): RegisterState {
  switch (event.is) {
    case 'left':
      return state.is === 'registering' ? state : { is: 'choosing' }
    case 'over':
      return { is: 'choosing' }
    case 'asked':
      return state.is === 'choosing' ? { is: 'signing', name: event.name, message: event.message } : state
    case 'signed':
      return state.is === 'signing' ? { ...state, is: 'registering' } : state
    case 'set-back':
      return state.is === 'choosing' ? state : { is: 'choosing', setback: event.setback }
  }
}

/** Whether somebody is awaited: nothing else may be begun. */
export const isUnderWay = ({ is }: RegisterState): boolean => is !== 'choosing'
