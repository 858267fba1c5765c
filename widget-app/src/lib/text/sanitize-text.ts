/**
 * Control, format (bidi, zero width), unassigned and lone surrogate characters, line separators, and shapeless letters and
 * marks, such as the fillers of Hangul and the blank of Braille.
 */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu

/** ASCII words with single spaces between them: most names, which need no sanitizing. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/

/** Longer texts are truncated first, so that megabytes cost nothing. */
const readMaxLength = 1_024

const visible = (text: string): readonly string[] =>
  Array.from(text.slice(0, readMaxLength).normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim())

/**
 * Sanitizes an untrusted name or symbol: NFC, nothing invisible, one line, at most `maxLength` code points, the last of them
 * an ellipsis if it was truncated.
 */
export function sanitizeText(text: string, maxLength: number): string {
  if (text.length <= maxLength && plainWords.test(text)) return text
  const letters = visible(text)
  if (letters.length === 0 || (letters.length <= maxLength && text.length <= readMaxLength))
    return letters.join('')
  return `${letters
    .slice(0, maxLength - 1)
    .join('')
    .trim()}…`
}

/** The same for a sentence, such as an error of a wallet: truncated characters are counted. */
export function sanitizeSentence(text: string, maxLength: number): string {
  if (text.length <= maxLength && plainWords.test(text)) return text
  const letters = visible(text)
  if (letters.length === 0 || (letters.length <= maxLength && text.length <= readMaxLength))
    return letters.join('')
  const truncated = letters.slice(0, maxLength).join('').trim()
  return `${truncated}… (+${text.length - truncated.length})`
}
