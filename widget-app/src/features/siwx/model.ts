import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import type { ErrorDetails } from '#widget/lib/error-details.ts'

/** A message to sign, and what the user is warned of in it. */
export type ReviewedMessage = { readonly message: SignInMessage; readonly risks: readonly Risk[] }

/** Where signing in stands. */
export type SignInState =
  /** Looking for a session, and getting a nonce. */
  | { readonly is: 'preparing' }
  /** The person reads; `setback` is what came of the last attempt. */
  | (ReviewedMessage & { readonly is: 'ready'; readonly setback?: SignInFailure })
  /** The wallet is asked. */
  | (ReviewedMessage & { readonly is: 'signing' })
  /** What it signed is looked at. */
  | (ReviewedMessage & { readonly is: 'verifying' })
  | { readonly is: 'signed-in' }
  /** Signing in could not begin, or the person left. */
  | { readonly is: 'over' }

/** Why there is no session yet. */
export type SignInFailure =
  | { readonly is: 'rejected' }
  | { readonly is: 'pending' }
  /** The message was too old by the time it was signed, or was to be. */
  | { readonly is: 'over' }
  | { readonly is: 'not-verified'; readonly fault: ErrorDetails }
  | { readonly is: 'failed'; readonly fault: ErrorDetails }

export type SignInEvent =
  /** `setback`: what came of signing in on the way, as the wallet connected. */
  | (ReviewedMessage & { readonly is: 'prepared'; readonly setback?: SignInFailure })
  | { readonly is: 'asked' }
  | { readonly is: 'signed' }
  | (ReviewedMessage & { readonly is: 'set-back'; readonly setback: SignInFailure })
  | { readonly is: 'found' }
  | { readonly is: 'left' }

const over: SignInState = { is: 'over' }

/** The next state; what comes too late changes nothing. */
export function next(state: SignInState, event: SignInEvent): SignInState {
  if (event.is === 'left') return state.is === 'signed-in' ? state : over
  switch (state.is) {
    case 'preparing':
      if (event.is === 'found') return { is: 'signed-in' }
      return event.is === 'prepared' ? ready(event) : state
    case 'ready':
      return event.is === 'asked' ? { is: 'signing', ...judged(state) } : state
    case 'signing':
      if (event.is === 'signed') return { is: 'verifying', ...judged(state) }
      return event.is === 'set-back' ? ready(event) : state
    case 'verifying':
      if (event.is === 'found') return { is: 'signed-in' }
      return event.is === 'set-back' ? ready(event) : state
    case 'signed-in':
    case 'over':
      return state
  }
}

const judged = ({ message, risks }: ReviewedMessage): ReviewedMessage => ({ message, risks })

const ready = (event: Extract<SignInEvent, { is: 'prepared' | 'set-back' }>): SignInState => ({
  is: 'ready',
  ...judged(event),
  ...(event.setback ? { setback: event.setback } : {}),
})

/** Whether the person can press Sign. */
export const canSign = (state: SignInState): boolean => state.is === 'ready'

/** Whether somebody is awaited. */
export const isBusy = ({ is }: SignInState): boolean => is === 'signing' || is === 'verifying'
