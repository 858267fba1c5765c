/** Parts of a panel that were visible since its facts last changed, by height in px, in order and disjoint. */
export type VisibleRanges = readonly (readonly [top: number, bottom: number])[]

/** Adds a range; ranges that touch are merged. */
export function withVisibleRange(ranges: VisibleRanges, [top, bottom]: VisibleRanges[number]): VisibleRanges {
  if (!(bottom > top)) return ranges
  const disjoint = ranges.filter(([from, to]) => to < top || from > bottom)
  const touching = ranges.filter((range) => !disjoint.includes(range))
  const joined = [
    Math.min(top, ...touching.map(([from]) => from)),
    Math.max(bottom, ...touching.map(([, to]) => to)),
  ] as const
  return [...disjoint, joined].sort(([one], [other]) => one - other)
}

/** The share of a panel's height that was visible, between 0 and 1. */
export function visibleShare(ranges: VisibleRanges, height: number): number {
  const visiblePx = ranges.reduce(
    (sum, [top, bottom]) => sum + Math.min(bottom, height) - Math.max(top, 0),
    0,
  )
  return height > 0 ? Math.min(1, visiblePx / height) : 0
}
