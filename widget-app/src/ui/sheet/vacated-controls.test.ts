import { describe, expect, it } from 'vitest'
import { type ControlRect, isNear, offsetToAvoid } from './vacated-controls.ts'

const row = (top: number): ControlRect => ({ top, bottom: top + 48, left: 20, right: 350 })

describe('vacated controls', () => {
  it.each([
    ['the same place', row(652), row(652), true],
    ['a row that is 8 px away', row(596), row(652), false],
    ['a row that is 7 px away', row(597), row(652), true],
    ['beside each other', { ...row(652), right: 100 }, { ...row(652), left: 108 }, false],
  ])('%s › near: %#', (_, one, other, near) => {
    expect([isNear(one, other), isNear(other, one)]).toEqual([near, near])
  })

  it.each<[condition: string, places: readonly ControlRect[], lift: number | undefined]>([
    ['nothing left', [], 0],
    ['a place below', [row(708)], 0],
    ['the same place', [row(652)], 56],
    ['a place that is a part lower', [row(672)], 36],
    ['two rows', [row(652), row(596)], 112],
    ['three rows', [row(652), row(596), row(540)], undefined],
  ])('low › %s › lifted by: %#', (_, places, lift) => {
    expect(offsetToAvoid(row(652), places, 120)).toBe(lift)
  })
})
