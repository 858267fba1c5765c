import { describe, expect, it } from 'vitest'
import { birthOf, eraPeriod, lastBlockOf } from './mortality.ts'

describe('eraPeriod', () => {
  it.each([
    ['blocks of 6 s', 6_000n, 2_400n, 64],
    ['blocks of 12 s', 12_000n, 2_400n, 32],
    ['blocks of 2 s', 2_000n, 4_096n, 256],
    ['blocks of half a second', 500n, 100_000n, 1_024],
    ['a chain that forgets soon', 2_000n, 250n, 128],
    ['a chain that tells no block time', 0n, 2_400n, 64],
    ['one block in ten minutes', 600_000n, 2_400n, 8],
  ])('%s › era length', (_name, blockMs, hashCount, expected) => {
    expect(eraPeriod(blockMs, hashCount)).toBe(expected)
  })

  it('era of 64 blocks from block 100 › ends with block 163', () => {
    expect(lastBlockOf(100, 64)).toBe(163)
    expect(birthOf(163, 64)).toBe(100)
  })
})
