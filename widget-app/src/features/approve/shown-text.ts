import { wholeText } from '#widget/lib/whole-text.ts'

/** Longer than any name, label or number of a standard; in characters. */
const nameMaxLength = 64

/** Longer values are raw data; in characters. */
const textMaxLength = 400

const cut = (text: string, most: number): string =>
  text.length <= most ? wholeText(text) : `${wholeText(text.slice(0, most))}… (+${text.length - most})`

/** A name of a request in one line: characters that are not seen are written as their number, a cut is counted. */
export const shownName = (text: string): string => cut(text, nameMaxLength)

/** The same for a value. */
export const shownText = (text: string): string => cut(text, textMaxLength)

/** A label of a request in one line; the end of it says what the value is, so a long one loses its start. */
export const shownLabel = (text: string): string =>
  text.length <= nameMaxLength ? wholeText(text) : `…${wholeText(text.slice(-nameMaxLength))}`

/** A text of many lines, of which nothing is cut: characters that are not seen are written as their number. */
export const shownLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, wholeText)
