/** Control, format (bidi, zero width), surrogate, private-use and line separator characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A name or symbol from outside, made safe to show: nothing invisible, single spaces, at most `maxLength` characters. */
export const cleanText = (text: string, maxLength: number): string =>
  Array.from(text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim())
    .slice(0, maxLength)
    .join('')
