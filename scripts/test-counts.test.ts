import { describe, expect, it } from 'vitest'
import { addCounts, playwrightCounts, stepCounts, vitestCounts } from './test-counts.ts'

describe('test counts', () => {
  it('behavior: a file that could not be loaded counts as a failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'passed', assertionResults: [{}, {}, {}] },
      ],
    }
    expect(vitestCounts(report)).toEqual({ passed: 3, failed: 2, skipped: 3 })
  })

  it('behavior: a flaky test and an error outside of tests are failures', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] }
    expect(playwrightCounts(report)).toEqual({ passed: 5, failed: 3, skipped: 2 })
  })

  it('error: a report of another shape is not zero failures', () => {
    expect(() => vitestCounts({})).toThrow()
    expect(() => playwrightCounts({ stats: {} })).toThrow()
  })

  it.each([
    [true, undefined, 1, 0],
    [false, undefined, 0, 1],
    [false, { passed: 9, failed: 0, skipped: 0 }, 9, 1],
    [false, { passed: 9, failed: 2, skipped: 0 }, 9, 2],
  ])('param: a step that ends well (%s) with %o counts %i and %i', (ok, counted, passed, failed) => {
    expect(stepCounts(ok, counted)).toMatchObject({ passed, failed })
  })

  it('behavior: counts add up', () => {
    expect(addCounts({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 })).toEqual({
      passed: 11,
      failed: 22,
      skipped: 33,
    })
  })
})
