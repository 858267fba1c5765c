import { describe, expect, it } from 'vitest'
import { addSurvivors, missingReasons, scoresOf, staleJustifications, unjustifiedSurvivors } from './judge.ts'
import type { Mutant } from './stryker-report.ts'

const survivor: Mutant = { file: 'a/b.ts', line: 7, code: 'if (x > 0)', from: '>', to: '>=', isKilled: false }
const killed: Mutant = { ...survivor, to: '<', isKilled: true }
const listed = { code: survivor.code, from: survivor.from, to: survivor.to }
const justified = [{ file: 'a/b.ts', why: 'x is never 0', mutants: [listed] }]

describe('scoresOf', () => {
  it('mutants of two folders › killed and total of each', () => {
    expect(scoresOf([survivor, killed, { ...killed, file: 'a/c/d.ts' }])).toEqual([
      { folder: 'a', killed: 1, total: 2 },
      { folder: 'a/c', killed: 1, total: 1 },
    ])
  })
})

describe('unjustifiedSurvivors', () => {
  it('survivor not listed › reported with its place and change', () => {
    expect(unjustifiedSurvivors([survivor, killed], [])).toEqual(['a/b.ts:7 survived: > → >='])
  })

  it('survivor listed, on another line now › not reported', () => {
    expect(unjustifiedSurvivors([{ ...survivor, line: 9 }], justified)).toEqual([])
  })

  it.each([
    ['file', { file: 'a/c.ts' }],
    ['line of code', { code: 'if (y > 0)' }],
    ['replacement', { to: '<' }],
  ])('survivor listed with another %s › reported', (_name, change) => {
    expect(unjustifiedSurvivors([{ ...survivor, ...change }], justified)).toHaveLength(1)
  })
})

describe('staleJustifications', () => {
  it('listed mutant killed or gone › reported', () => {
    expect(staleJustifications([{ ...survivor, isKilled: true }], justified)).toHaveLength(1)
    expect(staleJustifications([killed], justified)).toHaveLength(1)
  })

  it('listed mutant of a file that was not mutated › not reported', () => {
    expect(staleJustifications([{ ...killed, file: 'a/other.ts' }], justified)).toEqual([])
  })
})

describe('addSurvivors', () => {
  it('new survivors › listed once, without a reason, which is missing then', () => {
    const added = addSurvivors([survivor, survivor, killed], [])
    expect(added).toEqual([{ file: 'a/b.ts', why: '', mutants: [listed] }])
    expect(missingReasons(added)).toHaveLength(1)
  })

  it('survivor listed already › nothing added', () => {
    expect(addSurvivors([survivor], justified)).toEqual(justified)
    expect(missingReasons(justified)).toEqual([])
  })
})
