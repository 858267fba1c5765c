import type { ErrorDetails } from '#widget/lib/error-details.ts'

/** Why a change was not made, or is not known to be made. */
export type ChangeFailure = {
  /**
   * `rejected`: the server made no change. `unproved`: the same, because it accepts no proof that was given. `last-login`: the same,
   * because the user has no other login. `held`: the same, because a login was changed lately, or the proof has expired. `unsent`: the
   * same, because a notice could not be sent. `unreached`: a link did not start; the attempt alone changes no account. `unknown`: no
   * readable response, so the server may have made the change.
   */
  readonly is: 'rejected' | 'unproved' | 'last-login' | 'held' | 'unsent' | 'unreached' | 'unknown'
  readonly details: ErrorDetails
}
