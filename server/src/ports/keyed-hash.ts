/** Hashes of values with few possibilities, such as codes, under the operator's keys. */
export type KeyedHash = {
  /** HMAC under the current key. `context` separates uses, so that a hash of one use is none of another. */
  readonly hash: (context: string, text: string) => string
  /** Whether a stored hash is that of the text, under the key that it names. In constant time. */
  readonly matches: (stored: string, context: string, text: string) => boolean
}
