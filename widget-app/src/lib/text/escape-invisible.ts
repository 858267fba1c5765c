/**
 * Characters that are invisible, or change the direction of visible ones, including those that JSON may escape; with the
 * shapeless letters and marks that no script needs.
 */
const invisible =
  /[\u034f\u17b4\u17b5\p{C}\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/gu

/** Escapes an untrusted text without truncation: invisible characters are written as their number. */
export const escapeInvisible = (text: string): string =>
  text.replace(invisible, (one) =>
    Array.from(
      { length: one.length },
      (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
