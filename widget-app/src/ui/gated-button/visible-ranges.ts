/** Parts of a panel that were visible since its facts last changed, by height in px, in order and disjoint. */
export type VisibleRanges = readonly (readonly [top: number, bottom: number])[]

/** Adds a range; ranges that touch are merged. */
export function withVisibleRange(bands: VisibleRanges, [top, bottom]: VisibleRanges[number]): VisibleRanges {
  if (!(bottom > top)) return bands
  const apart = bands.filter(([from, to]) => to < top || from > bottom)
  const touching = bands.filter((band) => !apart.includes(band))
  const joined = [
    Math.min(top, ...touching.map(([from]) => from)),
    Math.max(bottom, ...touching.map(([, to]) => to)),
  ] as const
  return [...apart, joined].sort(([one], [other]) => one - other)
}

/** The share of a panel's height that was visible, between 0 and 1. */
export function visibleShare(bands: VisibleRanges, height: number): number {
  const seen = bands.reduce((sum, [top, bottom]) => sum + Math.min(bottom, height) - Math.max(top, 0), 0)
  return height > 0 ? Math.min(1, seen / height) : 0
}
