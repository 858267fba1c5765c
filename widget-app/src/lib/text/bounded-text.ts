import { escapeInvisible } from './escape-invisible.ts'

/** One line of a text from outside: characters that are not seen are written as their number, and a cut is counted. */
export const truncatedLine = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? escapeInvisible(text)
    : `${escapeInvisible(text.slice(0, maxLength))}… (+${text.length - maxLength})`

/** A text of many lines, of which nothing is cut: characters that are not seen are written as their number. */
export const visibleLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, escapeInvisible)
