import { escapeInvisible } from './escape-invisible.ts'

/** One line of an untrusted text: invisible characters are written as their number, and truncated characters are counted. */
export const truncatedLine = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? escapeInvisible(text)
    : `${escapeInvisible(text.slice(0, maxLength))}… (+${text.length - maxLength})`

/** A text of many lines, never truncated: invisible characters are written as their number. */
export const visibleLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, escapeInvisible)
