import { describe, expect, it } from 'vitest'
import { flakyLimit, passedOnRerun, rerunCommand, withFlaky } from './rerun-failures.ts'
import { type FailedTest, noCounts } from './test-counts.ts'

const failedTest = (name: string): FailedTest => ({ failure: `${name} › failed`, file: name, title: name })
const one = failedTest('one.spec.ts')
const two = failedTest('two.spec.ts')
const total = {
  passed: 10,
  skipped: 1,
  failures: [one.failure, 'check › the step itself', two.failure],
  failedTests: [one, two],
}

describe('rerunCommand', () => {
  it('browser test › its line, project and title only, with one worker', () => {
    const test = { failure: '', file: 'send/send.spec.ts', title: 'sends (1.5)', line: 7, project: 'phone' }
    expect(rerunCommand({ runner: 'playwright', project: 'e2e', test }, '/r.json')).toEqual([
      ...['playwright', 'test', 'e2e/tests/send/send.spec.ts:7', '--project=phone'],
      ...['-g', 'sends \\(1\\.5\\)', '--workers=1', '--reporter=list,json', '--output=test-results/alone'],
    ])
  })

  it('chain test › its file and full name only', () => {
    const test = { failure: '', file: '/a/b.chain.test.ts', title: 'fees > 1 are read' }
    expect(rerunCommand({ runner: 'vitest', project: 'chains', test }, '/r.json').slice(2)).toEqual([
      ...['--project', 'chains', '--reporter=default', '--reporter=json', '--outputFile.json=/r.json'],
      ...['/a/b.chain.test.ts', '-t', '^\\s*fees > 1 are read$'],
    ])
  })

  it('chain file that did not load › the whole file', () => {
    const test = { failure: '', file: '/a/b.chain.test.ts', title: undefined }
    expect(rerunCommand({ runner: 'vitest', project: 'relay', test }, '/r.json').at(-1)).toBe(test.file)
  })
})

describe('passedOnRerun', () => {
  it.each([
    ['one passed', { ...noCounts, passed: 1 }, true],
    ['no test was found', noCounts, false],
    ['one passed and a hook failed', { ...noCounts, passed: 1, failures: ['x'] }, false],
  ])('%s › flaky or not', (_name, counts, flaky) => {
    expect(passedOnRerun(counts)).toBe(flaky)
  })
})

describe('withFlaky', () => {
  it('test passed alone › counts as passed, the other failures remain', () => {
    expect(withFlaky(total, [one])).toEqual({
      passed: 11,
      skipped: 1,
      failures: ['check › the step itself', two.failure],
      failedTests: [two],
    })
  })

  it('no test passed alone › no change', () => {
    expect(withFlaky(total, [])).toEqual(total)
  })

  it('more flaky tests than allowed › run fails', () => {
    const many = Array.from({ length: flakyLimit + 1 }, (_, at) => failedTest(`${at}.spec.ts`))
    const counts = { ...noCounts, failures: many.map(({ failure }) => failure), failedTests: many }
    expect(withFlaky(counts, many).failures).toEqual(['6 flaky tests, at most 5 may be'])
    expect(withFlaky({ ...counts, failures: [] }, many.slice(1)).failures).toEqual([])
  })
})
