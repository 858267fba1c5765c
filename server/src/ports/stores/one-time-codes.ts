/** A code that was sent to an e-mail address, for one key of a browser. */
export type OneTimeCode = {
  /** Hash of the id that the caller has. */
  readonly idHash: string
  /** RFC 7638 thumbprint of the key that requested it, and that alone can use it. */
  readonly keyThumbprint: string
  /** `login`, or the id of the user whom a step-up proves. */
  readonly purpose: string
  readonly email: string
  /** By `KeyedHash`: six digits have too few values for a plain hash. */
  readonly codeHash: string
  readonly expiresAtMs: number
}

/** What the mail server has answered. */
export type Delivery = 'sending' | 'accepted' | 'failed'

/** One attempt at a code. `open`: the attempt is counted, and the caller compares the hash. */
export type OneTimeCodeAttempt =
  | { readonly is: 'absent' }
  | { readonly is: 'exhausted' }
  | { readonly is: 'open'; readonly code: OneTimeCode }

type CodeOfKey = Pick<OneTimeCode, 'idHash' | 'keyThumbprint' | 'purpose'>

export type OneTimeCodeStore = {
  readonly add: (code: OneTimeCode) => Promise<void>
  readonly setDelivery: (idHash: string, delivery: Delivery) => Promise<void>
  /** Undefined for a code of another key, and after it has expired. */
  readonly delivery: (
    code: Pick<OneTimeCode, 'idHash' | 'keyThumbprint'>,
    nowMs: number,
  ) => Promise<Delivery | undefined>
  /** Counts an attempt before the code is compared, so that parallel guesses cannot exceed `attemptLimit`. */
  readonly attempt: (code: CodeOfKey, attemptLimit: number, nowMs: number) => Promise<OneTimeCodeAttempt>
  /** Deletes a code whose attempt was right: of several callers exactly one gets true. */
  readonly consume: (idHash: string) => Promise<boolean>
}
