import { expect, it } from 'vitest'
import { type VisibleRanges, visibleShare, withVisibleRange } from './visible-ranges.ts'

it.each<[condition: string, bands: VisibleRanges, share: number]>([
  ['none', [], 0],
  ['the upper half', [[0, 500]], 0.5],
  [
    'both halves, one after the other',
    [
      [0, 500],
      [500, 1_000],
    ],
    1,
  ],
  [
    'a gap in the middle',
    [
      [0, 400],
      [600, 1_000],
    ],
    0.8,
  ],
  [
    'a band that joins two others',
    [
      [0, 400],
      [600, 1_000],
      [300, 700],
    ],
    1,
  ],
  [
    'the same part twice',
    [
      [0, 500],
      [100, 400],
    ],
    0.5,
  ],
  ['more than there is', [[-50, 1_200]], 1],
  ['an empty band', [[300, 300]], 0],
])('visible ranges › %s › the share of the height', (_, bands, share) => {
  expect(visibleShare(bands.reduce(withVisibleRange, []), 1_000)).toBeCloseTo(share)
})
