import { describe, expect, it } from 'vitest'
import { timedEntries } from './timed-specs.ts'

const annotation = (name: string, ...valuesMs: readonly number[]) => ({
  type: 'measured',
  description: JSON.stringify({ name, valuesMs, boundMs: 100 }),
})
const spec = (...annotations: readonly object[]) => ({ tests: [{ results: [{ annotations }] }] })

describe('timedEntries', () => {
  it('notes of tests in nested groups › one entry each, compared with its bound', () => {
    const report = {
      suites: [
        {
          specs: [spec(annotation('fast', 60))],
          suites: [{ specs: [spec({ type: 'issue' }, annotation('slow', 140), annotation('even', 100))] }],
        },
      ],
    }
    expect(timedEntries(report)).toEqual([
      { name: 'fast', value: 60, unit: 'ms', bound: 100, ok: true },
      { name: 'slow', value: 140, unit: 'ms', bound: 100, ok: false },
      { name: 'even', value: 100, unit: 'ms', bound: 100, ok: true },
    ])
  })

  it('several times › their 75th percentile', () => {
    const report = { suites: [{ specs: [spec(annotation('login', 140, 60, 80, 70))] }] }
    expect(timedEntries(report)).toMatchObject([{ name: 'login', value: 80, ok: true }])
  })

  it('note without a number › throws', () => {
    const broken = { type: 'measured', description: '{"name":"fast"}' }
    expect(() => timedEntries({ suites: [{ specs: [spec(broken)] }] })).toThrow()
  })
})
