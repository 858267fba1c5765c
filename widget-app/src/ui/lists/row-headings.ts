/** A heading over the rows from `at` on, until the next one. */
export type RowHeading = { readonly at: number; readonly label: string }

/** How much a heading takes, gap above it included. */
export const headingPx = 44

/** Where a row, or the heading over it, begins. */
export function rowStartPx(at: number, pitchPx: number, headings: readonly RowHeading[]): number {
  return at * pitchPx + headings.filter((heading) => heading.at < at).length * headingPx
}

/** A place in a list without the headings above it; within a heading, where its first row begins. */
export function withoutHeadings(px: number, pitchPx: number, headings: readonly RowHeading[]): number {
  let rowPx = px
  for (const { at } of headings) {
    if (rowPx <= at * pitchPx) break
    rowPx = Math.max(at * pitchPx, rowPx - headingPx)
  }
  return rowPx
}
