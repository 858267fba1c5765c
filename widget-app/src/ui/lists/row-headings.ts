/** A heading over the rows from `at` on, until the next one. */
export type RowHeading = { readonly at: number; readonly label: string }

/** The height of a heading, including the gap above it. */
export const headingPx = 44

/** Where a row, or the heading over it, begins. */
export function rowStartPx(at: number, pitchPx: number, headings: readonly RowHeading[]): number {
  return at * pitchPx + headings.filter((heading) => heading.at < at).length * headingPx
}

/** Converts a position in a list to one without the headings above it; within a heading, where its first row begins. */
export function withoutHeadings(px: number, pitchPx: number, headings: readonly RowHeading[]): number {
  let rowPx = px
  for (const { at } of headings) {
    if (rowPx <= at * pitchPx) break
    rowPx = Math.max(at * pitchPx, rowPx - headingPx)
  }
  return rowPx
}
