import { describe, expect, it } from 'vitest'
import { sampleRanges, seededNumber } from './sample.ts'

const files = [
  { file: 'a.ts', lines: 100 },
  { file: 'b.ts', lines: 30 },
]

describe('sampleRanges', () => {
  it('enough lines allowed › every line of every file, once', () => {
    expect([...sampleRanges(files, 'seed', 1_000)].toSorted()).toEqual([
      'a.ts:1-40',
      'a.ts:41-80',
      'a.ts:81-100',
      'b.ts:1-30',
    ])
  })

  it('fewer lines allowed › no more than those', () => {
    const lines = sampleRanges(files, 'seed', 75).map((range) => {
      const [from = 0, to = 0] = range.slice(5).split('-').map(Number)
      return to - from + 1
    })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(75)
  })

  it('same seed › same ranges; other seeds › others', () => {
    expect(sampleRanges(files, 'one', 60)).toEqual(sampleRanges(files, 'one', 60))
    const orders = new Set(
      ['a', 'b', 'c', 'd', 'e'].map((seed) => sampleRanges(files, seed, 1_000).join(' ')),
    )
    expect(orders.size).toBeGreaterThan(1)
  })

  it('first range larger than allowed › still one range', () => {
    expect(sampleRanges(files, 'seed', 10)).toHaveLength(1)
  })
})

describe('seededNumber', () => {
  it('seeds › each number below the bound occurs', () => {
    const numbers = new Set(Array.from({ length: 200 }, (_, seed) => seededNumber(String(seed), 'part', 5)))
    expect([...numbers].toSorted()).toEqual([0, 1, 2, 3, 4])
  })
})
