/** What a DPoP proof states (RFC 9449 §4.2). */
export type DpopProof = {
  /** RFC 7638 thumbprint of the key that signed it. */
  readonly keyThumbprint: string
  readonly id: string
  readonly method: string
  /** Absolute URL of the call; query and fragment do not count. */
  readonly url: string
  readonly nonce: string | undefined
  /** SHA-256 of the session's token, in hex; undefined for a call without a session. */
  readonly tokenHash: string | undefined
}

/** Reads a proof; undefined unless it is well-formed and signed with ES256 by the public key that it contains. */
export type ReadDpopProof = (jwt: string) => Promise<DpopProof | undefined>
