import { describe, expect, it } from 'vitest'
import { addCounts, playwrightCounts, stepCounts, vitestCounts } from './test-counts.ts'

const location = { file: 'send.spec.ts', line: 7, project: 'phone' }
const test = { failure: 'a', file: 'a.test.ts', title: 'adds' }

const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }

function vitestReport(testResults: readonly object[]) {
  return { numPassedTests: 3, numPendingTests: 2, numTodoTests: 1, testResults }
}

function playwrightReport(over: object) {
  return { stats: { expected: 5, skipped: 2 }, suites: [], errors: [], ...over }
}

const spec = (title: string, status: string, message?: string) => ({
  title,
  file: 'send.spec.ts',
  line: 7,
  tests: [{ status, projectName: 'phone', results: [message === undefined ? {} : { error: { message } }] }],
})

describe('test counts', () => {
  it('failed test › named with its file and first message', () => {
    const failed = {
      status: 'failed',
      fullName: 'sends',
      failureMessages: ['Error: \u001b[31mno\u001b[39m\n    at x'],
    }
    const report = vitestReport([
      { name: 'send.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: 'sum.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ])
    expect(vitestCounts(report)).toEqual({
      passed: 3,
      skipped: 3,
      failures: ['send.test.ts › sends: Error: no'],
      failedTests: [{ failure: 'send.test.ts › sends: Error: no', file: 'send.test.ts', title: 'sends' }],
    })
  })

  it('file that did not load, or whose hook threw › a failure', () => {
    const report = vitestReport([
      { name: 'a.test.ts', status: 'failed', message: 'Cannot find b.ts', assertionResults: [] },
      { name: 'c.test.ts', status: 'failed', message: '', assertionResults: [passed] },
    ])
    expect(vitestCounts(report).failures).toEqual([
      'a.test.ts › the file itself: Cannot find b.ts',
      'c.test.ts › the file itself',
    ])
  })

  it('flaky test, error outside of tests › failures', () => {
    const report = playwrightReport({
      suites: [
        {
          specs: [spec('pays', 'unexpected', '\n\u001b[31mtimed out\u001b[39m'), spec('reads', 'expected')],
          suites: [{ specs: [spec('waits', 'flaky', 'late'), spec('later', 'skipped')] }],
        },
      ],
      errors: [{ message: 'the world did not start' }],
    })
    expect(playwrightCounts(report)).toEqual({
      passed: 5,
      skipped: 2,
      failures: [
        'send.spec.ts:7 › pays: timed out',
        'send.spec.ts:7 › waits (passed again): late',
        'playwright › outside of tests: the world did not start',
      ],
      failedTests: [
        { failure: 'send.spec.ts:7 › pays: timed out', title: 'pays', ...location },
        { failure: 'send.spec.ts:7 › waits (passed again): late', title: 'waits', ...location },
      ],
    })
  })

  it('report of another shape › not zero failures', () => {
    expect(() => vitestCounts({})).toThrow()
    expect(() => playwrightCounts({ stats: {} })).toThrow()
  })

  it.each([
    [true, undefined, 1, []],
    [false, undefined, 0, ['unit › the step itself']],
    [false, { passed: 9, skipped: 0, failures: [], failedTests: [] }, 9, ['unit › the step itself']],
    [false, { passed: 9, skipped: 0, failures: ['a', 'b'], failedTests: [] }, 9, ['a', 'b']],
  ])('step with success %s and %o › counts %i and %o', (ok, counted, passed, failures) => {
    expect(stepCounts('unit', ok, counted)).toMatchObject({ passed, failures })
  })

  it('error outside of tests › named with its step', () => {
    const counted = { passed: 9, skipped: 0, failures: ['a'], failedTests: [] }
    expect(stepCounts('chains', false, counted, ['Error: gone']).failures).toEqual([
      'a',
      'chains › outside of tests: Error: gone',
    ])
  })

  it('step fails without a reason › the end of its errors', () => {
    const stderr = `${'early\n'.repeat(20)}\u001b[31mVaultExport, key: does not settle\u001b[39m\n\n`
    const [line = ''] = stepCounts('gallery', false, undefined, [], stderr).failures
    expect(line).toMatch(/^gallery › the step itself(\n {4}early){7}\n {4}VaultExport, key: does not settle$/)
    expect(stepCounts('gallery', true, undefined, [], stderr).failures).toEqual([])
  })

  it('counts › added', () => {
    expect(
      addCounts(
        { passed: 1, skipped: 3, failures: ['a'], failedTests: [test] },
        { passed: 10, skipped: 30, failures: ['b'], failedTests: [] },
      ),
    ).toEqual({ passed: 11, skipped: 33, failures: ['a', 'b'], failedTests: [test] })
  })
})
