/**
 * Characters that are not seen, or turn the direction of what is, as JSON may write them too; with the letters and marks
 * without a shape that no script needs.
 */
const unseen = /[\u034f\u17b4\u17b5\p{C}\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/gu

/** A text from outside of which nothing is cut: what is not seen of it stands there as its number. */
export const escapeInvisible = (text: string): string =>
  text.replace(unseen, (one) =>
    Array.from(
      { length: one.length },
      (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
