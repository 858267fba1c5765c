/** Encrypts secrets before they are stored. */
export type SecretBox = {
  /**
   * Encrypts a text under the current key. `context` names the place of the secret, e.g. its table and row; the same
   * context is needed to open it, so that a sealed secret cannot be moved to another row.
   */
  readonly seal: (text: string, context: string) => string
  /** @throws SecretBoxError when the text was changed, sealed in another context or under an unknown key. */
  readonly open: (sealed: string, context: string) => string
  /** How every text that is sealed under the current key begins, and no other. */
  readonly currentPrefix: string
}

/** A sealed secret that cannot be opened; the message holds nothing of it. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError'
}
