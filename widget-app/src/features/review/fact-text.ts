import { truncatedLine } from '#widget/lib/text/bounded-text.ts'
import { escapeInvisible } from '#widget/lib/text/escape-invisible.ts'

/** Longer than any name, label or number of a standard; in characters. */
const nameMaxLength = 64

/** Longer values are raw data; in characters. */
const textMaxLength = 400

/** A name of a request in one line: characters that are not seen are written as their number, a cut is counted. */
export const shownName = (text: string): string => truncatedLine(text, nameMaxLength)

/** The same for a value. */
export const shownText = (text: string): string => truncatedLine(text, textMaxLength)

/** A label of a request in one line; the end of it says what the value is, so a long one loses its start. */
export const shownLabel = (text: string): string =>
  text.length <= nameMaxLength ? escapeInvisible(text) : `…${escapeInvisible(text.slice(-nameMaxLength))}`
