import { formatBasisPoints } from '#shared/amount/format-percent.ts'
import type { DecodedLine } from '#widget/chains/request-facts.ts'
import { truncatedLine, visibleLines } from '#widget/lib/text/bounded-text.ts'
import { escapeInvisible } from '#widget/lib/text/escape-invisible.ts'
import type { Line } from './message-context.ts'

/** In characters; longer than any name, label or number of a standard. */
const nameMaxLength = 64

/** In characters; longer values are raw data. */
const textMaxLength = 400

/** A name of a request on one line: invisible characters are written as code points, and cut characters are counted. */
export const shownName = (text: string): string => truncatedLine(text, nameMaxLength)

/** The same for a value. */
export const shownText = (text: string): string => truncatedLine(text, textMaxLength)

/** A label of a request on one line. Its end says what the value is, so a long label is cut at the start. */
export const shownLabel = (text: string): string =>
  text.length <= nameMaxLength ? escapeInvisible(text) : `…${escapeInvisible(text.slice(-nameMaxLength))}`

/** A line of a decoded call: a share in the format of the locale, any other value as it is. */
export const callLine = ({ label, value, unit }: DecodedLine, locale: string): Line =>
  unit === 'basis-points'
    ? { label, value: formatBasisPoints(BigInt(value), locale), look: 'text' }
    : { label, value: visibleLines(value), look: 'code' }
