import { describe, expect, it } from 'vitest'
import {
  type FrameSize,
  isScaledDown,
  maxScales,
  positionAfter,
  type ScreenProperties,
  scaleBetween,
  spansWindow,
  unknownPosition,
} from './frame-position.ts'

type Sample = readonly [screenX: number, screenY: number, clientX: number, clientY: number]

/** Runs samples; true where the frame moved, or may have. */
function follow(...samples: readonly Sample[]) {
  let place = unknownPosition
  const results = samples.map(([screenX, screenY, clientX, clientY]) => {
    const next = positionAfter(place, { screenX, screenY, clientX, clientY })
    place = next.position
    return next
  })
  return {
    moved: results.map(({ hasMoved }) => hasMoved),
    unproven: results.map(({ isUnproven }) => isUnproven),
    scale: place.scale,
  }
}

describe('frame position', () => {
  it.each<[condition: string, samples: readonly Sample[], unproven: readonly boolean[]]>([
    [
      'first event, a step that measures, one within twice of it, and a press at rest',
      [
        [110, 190, 50, 50],
        [130, 190, 70, 50],
        [150, 190, 90, 50],
        [150, 190, 90, 50],
      ],
      [true, true, false, false],
    ],
    [
      'R10: a jump that looks like a scale, after one event',
      [
        [100, 100, 50, 50],
        [350, 225, 250, 150],
      ],
      [true, true],
    ],
    [
      'R10: a jump within the error of a short measure',
      [
        [100, 100, 50, 50],
        [115, 100, 65, 50],
        [500, 100, 450, 90],
      ],
      [true, true, true],
    ],
    [
      'R10: a jump that keeps the place in the frame',
      [
        [100, 100, 50, 50],
        [400, 100, 50, 50],
      ],
      [true, true],
    ],
    [
      'a hand that trembles over a place',
      [
        [100, 100, 50, 50],
        [102, 101, 52, 51],
        [101, 101, 51, 51],
      ],
      [true, false, false],
    ],
  ])('%s › unproven if the frame may have moved', (_, samples, unproven) => {
    expect(follow(...samples).unproven).toEqual(unproven)
  })

  it.each<[condition: string, samples: readonly Sample[], moved: readonly boolean[]]>([
    [
      'a hand that moves',
      [
        [110, 190, 50, 50],
        [140, 250, 80, 110],
        [500, 260, 440, 120],
      ],
      [false, false, false],
    ],
    [
      'a hand that moves at 150 % zoom',
      [
        [100, 100, 0, 0],
        [160, 130, 40, 20],
        [400, 400, 200, 200],
      ],
      [false, false, false],
    ],
    [
      'rounded figures',
      [
        [110, 190, 50, 50],
        [123, 204, 62, 63],
        [611, 540, 551, 400],
      ],
      [false, false, false],
    ],
    [
      'R10: a jump under a pointer that rests',
      [
        [110, 190, 50, 50],
        [110, 190, 50, 90],
      ],
      [false, true],
    ],
    [
      'R10: a jump while the hand moves',
      [
        [110, 190, 50, 50],
        [210, 190, 150, 50],
        [220, 200, 160, 160],
      ],
      [false, false, true],
    ],
    [
      'R10: a slow glide',
      [
        [100, 100, 0, 0],
        [200, 100, 100, 0],
        [200, 100, 100, 2],
        [200, 100, 100, 3],
        [200, 100, 100, 5],
      ],
      [false, false, false, false, true],
    ],
    [
      'no movement',
      [
        [110, 190, 50, 50],
        [110, 190, 50, 50],
      ],
      [false, false],
    ],
  ])('frame position › %s › %#', (_, samples, moved) => {
    expect(follow(...samples).moved).toEqual(moved)
  })

  it('frame position › zoom 0.5 › the scale is measured', () => {
    expect(follow([110, 197, 150, 150], [140, 257, 210, 270], [160, 267, 250, 290]).scale).toBeCloseTo(0.5)
  })

  const window = { outerWidth: 1280, outerHeight: 900 }
  const size = (innerWidth: number, innerHeight: number, devicePixelRatio: number): FrameSize => ({
    ...window,
    innerWidth,
    innerHeight,
    devicePixelRatio,
  })

  it.each<[condition: string, size: FrameSize, scale: number | undefined, isSmall: boolean]>([
    ['natural size', size(1280, 800, 1), undefined, false],
    ['R4: page zoom 0.2', size(1280, 800, 0.2), undefined, true],
    ['R4: page zoom 0.5', size(1280, 800, 0.5), 0.5, true],
    ['R4: page zoom 0.5 on a screen of 2 px', size(1280, 800, 1), 0.5, true],
    ['page zoom 0.8', size(1280, 800, 0.8), 0.8, false],
    ['67 % by the user', size(1910, 1194, 0.67), 0.67, false],
    // A page that zooms a frame as large as the window looks the same from inside.
    ["the user's own 50 %", size(2560, 1600, 0.5), undefined, true],
    ["the user's own 50 % on a screen of 2 px", size(2560, 1600, 1), 0.5, true],
    ['R4: page zoom 0.2 and a frame as large as the window', size(6400, 4000, 0.2), 0.2, true],
    ['67 % by the user, no pointer yet', size(1910, 1194, 0.67), undefined, false],
    ['an enlarged frame', size(640, 400, 2), 2, false],
  ])('rendered size › %s › %#', (_, frame, scale, isSmall) => {
    const noSigns: ScreenProperties = { barPx: 0, isPhone: false }
    expect(isScaledDown(frame, scale === undefined ? maxScales(frame, noSigns) : [scale])).toBe(isSmall)
  })

  const bar = (barPx: number): ScreenProperties => ({ barPx, isPhone: false })
  const phone: ScreenProperties = { barPx: 0, isPhone: true }
  it.each<[condition: string, size: FrameSize, signs: ScreenProperties, isSmall: boolean]>([
    ['natural size', size(1280, 800, 1), bar(15), false],
    ['natural size, wide scrollbars', size(1280, 800, 1), bar(17), false],
    ['natural size on a screen of 3 px', size(1280, 800, 3), bar(15), false],
    ['page zoom 0.4 on a screen of 3 px', size(1280, 800, 1.2), bar(38), true],
    ['page zoom 0.6 on a screen of 2 px', size(1280, 800, 1.2), bar(25), true],
    ['page zoom 0.8 on a screen of 2 px', size(1280, 800, 1.6), bar(19), false],
    ["the user's own 50 % on a screen of 2 px", size(2560, 1600, 1), bar(30), true],
    ["the user's own 75 %, wide scrollbars", size(1707, 1067, 0.75), bar(23), false],
    ['phone, natural size', { ...size(390, 800, 3), outerWidth: 390 }, phone, false],
    ['phone, page zoom 0.4', { ...size(390, 800, 1.2), outerWidth: 390 }, phone, true],
    ["phone, the user's own 50 %", { ...size(780, 1600, 1), outerWidth: 390 }, phone, true],
    // A screen of 3 px cannot be distinguished from one of 1 here.
    ['page zoom 0.4 on a screen of 3 px, overlaid scrollbars', size(1280, 800, 1.2), bar(0), false],
  ])('R4 › no pointer was over the frame › %s › %#', (_, frame, signs, isSmall) => {
    expect(isScaledDown(frame, maxScales(frame, signs))).toBe(isSmall)
  })

  it.each<[condition: string, one: Sample, other: Sample, scale: number | undefined]>([
    ['natural size', [40, 127, 30, 30], [100, 157, 90, 60], 1],
    ['page zoom 0.4', [40, 127, 75, 75], [100, 157, 225, 150], 0.4],
    ['too near', [40, 127, 75, 75], [59, 400, 122, 757], undefined],
    ['a page that scrolled', [40, 127, 30, 30], [100, 157, 90, 300], undefined],
    ['a frame that moved past the finger', [200, 127, 30, 30], [100, 127, 90, 30], undefined],
  ])('R4 › two touches › %s › scale', (_, one, other, scale) => {
    const at = ([screenX, screenY, clientX, clientY]: Sample) => ({ screenX, screenY, clientX, clientY })
    expect(scaleBetween(at(one), at(other))).toBe(scale)
  })

  it.each<[condition: string, size: FrameSize, scale: number | undefined, spans: boolean]>([
    ['a frame as large as the window', size(1280, 800, 1), undefined, true],
    ['at 200 %', size(640, 400, 2), undefined, true],
    ['at 50 %', size(2560, 1600, 0.5), 0.5, true],
    ['a smaller frame', size(600, 600, 1), undefined, false],
    ['a low frame', size(1280, 500, 1), undefined, false],
    ['a smaller frame on a screen of 2 px', size(600, 600, 2), 1, false],
  ])('spansWindow › %s › %#', (_, frame, scale, spans) => {
    expect(spansWindow(frame, scale)).toBe(spans)
  })
})
