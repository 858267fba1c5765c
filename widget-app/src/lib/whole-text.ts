/** Characters that are not seen, or turn the direction of what is, as JSON may write them too. */
const unseen = /[\p{C}\u2028\u2029]/gu

/** A text from outside of which nothing is cut: what is not seen of it stands there as its number. */
export const wholeText = (text: string): string =>
  text.replace(unseen, (one) =>
    Array.from(
      { length: one.length },
      (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
