import type { FarcasterAnswer } from '../farcaster.ts'

/** A request to sign in with Farcaster, for one key of a browser. */
export type FarcasterAttempt = {
  /** Hash of the id that the caller has. */
  readonly idHash: string
  /** RFC 7638 thumbprint of the key that began it, and that alone can read it. */
  readonly keyThumbprint: string
  /** `login`, or another text that contains the id of the user whom it is for. */
  readonly purpose: string
  /** Origin of the page that embeds the widget. */
  readonly site: string
  /** Of the message. */
  readonly nonce: string
  /** Of the channel at the relay; not secret, because the URL for the phone contains it. */
  readonly channelToken: string
  readonly expiresAtMs: number
}

type AttemptOfKey = Pick<FarcasterAttempt, 'idHash' | 'keyThumbprint' | 'purpose'>

export type FarcasterAttemptStore = {
  readonly add: (attempt: FarcasterAttempt) => Promise<void>
  /** The attempt, and what the relay has returned; undefined for one of another key or purpose, and once it has expired. */
  readonly find: (
    attempt: AttemptOfKey,
    nowMs: number,
  ) => Promise<
    { readonly attempt: FarcasterAttempt; readonly answer: FarcasterAnswer | undefined } | undefined
  >
  /**
   * Reserves the channel of an attempt without an answer until `untilMs`: of several callers exactly one gets true, and no
   * caller before the time of the last reservation.
   */
  readonly reserveRead: (idHash: string, untilMs: number, nowMs: number) => Promise<boolean>
  /** Ends a reservation: the next one is possible at `nextReadAtMs`. */
  readonly recordRead: (idHash: string, nextReadAtMs: number) => Promise<void>
  /** Stores what the relay has returned, which it returns once. */
  readonly recordAnswer: (idHash: string, answer: FarcasterAnswer) => Promise<void>
  /** Deletes an attempt that has completed or failed: of several callers exactly one gets true. */
  readonly consume: (idHash: string) => Promise<boolean>
}
