import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import type { ErrorDetails } from '#widget/lib/error-details.ts'

/** A message to sign, with its risks. */
export type ReviewedMessage = { readonly message: SignInMessage; readonly risks: readonly Risk[] }

/** State of a sign-in attempt. */
export type SignInState =
  /** Looking for a session, and fetching a nonce. */
  | { readonly is: 'preparing' }
  /** The user reads the message; `failure` is that of the last attempt. */
  | (ReviewedMessage & { readonly is: 'ready'; readonly failure?: SignInFailure })
  /** The wallet is prompted. */
  | (ReviewedMessage & { readonly is: 'signing' })
  /** The signature is being verified. */
  | (ReviewedMessage & { readonly is: 'verifying' })
  | { readonly is: 'signed-in' }
  /** The attempt could not begin, or the view has unmounted. */
  | { readonly is: 'over' }

/** Why an attempt ended without a session. */
export type SignInFailure =
  | { readonly is: 'rejected' }
  | { readonly is: 'pending' }
  /** The message was too old before or after signing. */
  | { readonly is: 'over' }
  | { readonly is: 'not-verified'; readonly details: ErrorDetails }
  | { readonly is: 'failed'; readonly details: ErrorDetails }

export type SignInEvent =
  /** `failure` is that of One-Click Auth, if there was one. */
  | (ReviewedMessage & { readonly is: 'prepared'; readonly failure?: SignInFailure })
  | { readonly is: 'asked' }
  | { readonly is: 'signed' }
  | (ReviewedMessage & { readonly is: 'failed'; readonly failure: SignInFailure })
  | { readonly is: 'found' }
  | { readonly is: 'left' }

const over: SignInState = { is: 'over' }

/** The next state; an event that arrives too late changes nothing. */
export function next(state: SignInState, event: SignInEvent): SignInState {
  if (event.is === 'left') return state.is === 'signed-in' ? state : over
  switch (state.is) {
    case 'preparing':
      if (event.is === 'found') return { is: 'signed-in' }
      return event.is === 'prepared' ? ready(event) : state
    case 'ready':
      return event.is === 'asked' ? { is: 'signing', ...reviewedMessage(state) } : state
    case 'signing':
      if (event.is === 'signed') return { is: 'verifying', ...reviewedMessage(state) }
      return event.is === 'failed' ? ready(event) : state
    case 'verifying':
      if (event.is === 'found') return { is: 'signed-in' }
      return event.is === 'failed' ? ready(event) : state
    case 'signed-in':
    case 'over':
      return state
  }
}

const reviewedMessage = ({ message, risks }: ReviewedMessage): ReviewedMessage => ({ message, risks })

const ready = (event: Extract<SignInEvent, { is: 'prepared' | 'failed' }>): SignInState => ({
  is: 'ready',
  ...reviewedMessage(event),
  ...(event.failure ? { failure: event.failure } : {}),
})

/** Whether the Sign button is enabled. */
export const canSign = (state: SignInState): boolean => state.is === 'ready'

/** Whether the wallet or the verification is pending. */
export const isBusy = ({ is }: SignInState): boolean => is === 'signing' || is === 'verifying'
