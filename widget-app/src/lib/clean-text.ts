/** Control, format (bidi, zero width), unassigned and lone surrogate characters, and line separators. */
const invisible = /[\p{C}\u2028\u2029]/gu

/** Words of plain letters with one space between them: as most names are, and nothing to clean. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/

/** A name or symbol from outside, made safe to show: NFC, nothing invisible, one line, at most `maxLength` code points. */
export const cleanText = (text: string, maxLength: number): string =>
  text.length <= maxLength && plainWords.test(text)
    ? text
    : // Cut first, so that a name of megabytes costs nothing.
      Array.from(text.slice(0, 1_024).normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim())
        .slice(0, maxLength)
        .join('')
        .trim()
