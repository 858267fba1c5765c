/** A WebAuthn credential. */
export type Passkey = {
  /** Credential id, in base64url. */
  readonly id: string
  /** COSE public key, in base64url. */
  readonly publicKey: string
  /** 0 for authenticators that do not count. */
  readonly signCount: number
  readonly transports: readonly string[]
  /** Whether its provider synchronizes it. */
  readonly isBackedUp: boolean
}

/** What a browser returns of `navigator.credentials.create()`, each member in base64url. */
export type PasskeyRegistration = {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports?: readonly string[] | undefined
}

/** What a browser returns of `navigator.credentials.get()`, each member in base64url. */
export type PasskeyAssertion = {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
}

/**
 * An assertion that is valid for its challenge; `copied`: it is, but its count has not grown, as of a copied authenticator
 * (Web Authentication Level 3, §6.1.1).
 */
export type VerifiedAssertion =
  | { readonly is: 'valid'; readonly change: Pick<Passkey, 'signCount' | 'isBackedUp'> }
  | { readonly is: 'invalid' | 'copied' }

/** Verifies responses of authenticators for one relying party and the vault's origin. Each requires user verification. */
export type PasskeyVerifier = {
  readonly rpId: string
  /** The challenge that a browser states to have passed on, as UTF-8 text; undefined if there is none. */
  readonly challengeOf: (clientDataJson: string) => string | undefined
  /** The new passkey; undefined unless the response is valid for the challenge. */
  readonly verifyRegistration: (
    registration: PasskeyRegistration,
    challenge: string,
  ) => Promise<Passkey | undefined>
  /** What the assertion says of its passkey. */
  readonly verifyAssertion: (
    assertion: PasskeyAssertion,
    challenge: string,
    passkey: Passkey,
  ) => Promise<VerifiedAssertion>
}
