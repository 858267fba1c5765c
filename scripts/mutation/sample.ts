import { createHash } from 'node:crypto'

/** A file and its number of lines. */
export type SourceLines = { readonly file: string; readonly lines: number }

/** Lines of a range: enough for a function. */
const rangeLines = 40

/** A number from 0 up to but not including `below`, the same for the same seed and name. */
export function seededNumber(seed: string, name: string, below: number): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0) % below
}

/**
 * Ranges of lines in StrykerJS's format (`file.ts:41-80`), in an order that the seed decides, up to a total of `maxLines`.
 * The same seed and files give the same ranges.
 */
export function sampleRanges(
  files: readonly SourceLines[],
  seed: string,
  maxLines: number,
): readonly string[] {
  const ranges = files.flatMap(({ file, lines }) =>
    Array.from({ length: Math.ceil(lines / rangeLines) }, (_, index) => ({
      range: `${file}:${index * rangeLines + 1}-${Math.min(lines, (index + 1) * rangeLines)}`,
      lines: Math.min(rangeLines, lines - index * rangeLines),
    })),
  )
  const ordered = ranges
    .map((one) => ({ ...one, order: seededNumber(seed, one.range, 2 ** 32) }))
    .toSorted((one, other) => one.order - other.order)
  const chosen: typeof ordered = []
  let total = 0
  for (const one of ordered) {
    if (chosen.length > 0 && total + one.lines > maxLines) continue
    chosen.push(one)
    total += one.lines
  }
  return chosen.map(({ range }) => range)
}
