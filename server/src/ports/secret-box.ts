/** Encrypts secrets before they are stored. */
export type SecretBox = {
  /**
   * Encrypts a text under the current key. `context` identifies the location of the secret, e.g. its table and row; opening
   * needs the same context, so that a sealed secret cannot be moved to another row.
   */
  readonly seal: (text: string, context: string) => string
  /** @throws SecretBoxError when the text was changed, sealed in another context or under an unknown key. */
  readonly open: (sealed: string, context: string) => string
  /** Prefix of all texts sealed under the current key, and of no others. */
  readonly currentPrefix: string
}

/** A sealed secret that cannot be opened; the message contains no part of it. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError'
}
