/** Control, format (bidi, zero width), unassigned and lone surrogate characters, and line separators. */
const invisible = /[\p{C}\u2028\u2029]/gu

/** A name or symbol from outside, made safe to show: nothing invisible, single spaces, at most `maxLength` characters. */
export const cleanText = (text: string, maxLength: number): string =>
  Array.from(text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim())
    .slice(0, maxLength)
    .join('')
