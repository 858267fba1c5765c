import type { SignInMessage } from '../../../../shared/channel/records/sign-in-session.ts'

/** A nonce that is not used yet. Tokens are stored as hashes only. */
export type StoredNonce = {
  readonly tokenHash: string
  readonly projectKey: string
  readonly nonce: string
  readonly expiresAtMs: number
}

/** A sign-in session. */
export type StoredSignIn = {
  readonly tokenHash: string
  readonly projectKey: string
  readonly message: SignInMessage
  /** The address that the user confirmed by a code, or shared from an embedded wallet, if any. */
  readonly email: string | undefined
  readonly expiresAtMs: number
}

/** A code that was sent to an e-mail address. */
export type StoredCode = {
  /** Hash of the id that the caller has. */
  readonly idHash: string
  readonly projectKey: string
  readonly email: string
  /** CAIP-10, in the canonical form of `accountKey` (core/account-key.ts). */
  readonly account: string
  readonly codeHash: string
  readonly expiresAtMs: number
}

/** One attempt at a code. `open`: the attempt is counted, and the caller compares the hash. */
export type CodeAttempt =
  | { readonly is: 'absent' }
  | { readonly is: 'exhausted' }
  | { readonly is: 'open'; readonly codeHash: string }

export type SignInStore = {
  readonly addNonce: (nonce: StoredNonce) => Promise<void>
  /** Deletes the nonce and returns it, in one statement: of several callers exactly one gets it. Expired ones are absent. */
  readonly consumeNonce: (tokenHash: string, nowMs: number) => Promise<StoredNonce | undefined>
  readonly addSession: (session: StoredSignIn) => Promise<void>
  /** Expired sessions are absent. */
  readonly findSession: (tokenHash: string, nowMs: number) => Promise<StoredSignIn | undefined>
  readonly removeSession: (tokenHash: string) => Promise<void>
  readonly addCode: (code: StoredCode) => Promise<void>
  /** Counts an attempt before the code is compared, so that parallel guesses cannot exceed `attemptLimit`. */
  readonly attemptCode: (idHash: string, attemptLimit: number, nowMs: number) => Promise<CodeAttempt>
  /** Marks a code as confirmed, and stores it until `expiresAtMs`. @throws Error when the code was deleted. */
  readonly confirmCode: (idHash: string, expiresAtMs: number) => Promise<void>
  /** The address of a code that this account has confirmed in this project, and that has not expired. */
  readonly confirmedEmail: (
    idHash: string,
    owner: Pick<StoredCode, 'projectKey' | 'account'>,
    nowMs: number,
  ) => Promise<string | undefined>
}
