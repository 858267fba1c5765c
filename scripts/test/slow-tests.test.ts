import { describe, expect, it } from 'vitest'
import { playwrightDurations, slowestLines, vitestDurations } from './slow-tests.ts'

describe('vitestDurations', () => {
  it('file › duration from its first test to its last', () => {
    const report = { testResults: [{ name: '/a.test.ts', startTime: 1_000, endTime: 3_500 }] }
    expect(vitestDurations(report)).toEqual([{ name: '/a.test.ts', milliseconds: 2_500 }])
  })
})

describe('playwrightDurations', () => {
  it('test › sum of its attempts, tests of nested groups included', () => {
    const spec = (title: string, durations: readonly number[]) => ({
      title,
      file: 'send.spec.ts',
      line: 7,
      tests: [{ projectName: 'phone', results: durations.map((duration) => ({ duration })) }],
    })
    const report = {
      suites: [{ specs: [spec('outer', [10])], suites: [{ specs: [spec('inner', [5, 6])] }] }],
    }
    expect(playwrightDurations(report)).toEqual([
      { name: 'phone send.spec.ts:7 › outer', milliseconds: 10 },
      { name: 'phone send.spec.ts:7 › inner', milliseconds: 11 },
    ])
  })
})

describe('slowestLines', () => {
  it('slowest tests › first, after the total', () => {
    const durations = [200, 1_000, 34_000].map((milliseconds) => ({ name: `${milliseconds}`, milliseconds }))
    expect(slowestLines(durations, 2)).toEqual(['35.2 s in all', '  34.0 s 34000', '   1.0 s 1000'])
  })
})
