import { describe, expect, it } from 'vitest'
import { missingTestFiles, readMutants } from './stryker-report.ts'

const mutant = (over: object) => ({
  replacement: 'true',
  status: 'Survived',
  location: { start: { line: 2, column: 5 }, end: { line: 2, column: 10 } },
  ...over,
})
const reportOf = (...mutants: readonly object[]) => ({
  files: { 'src/a.ts': { source: 'if (\n    a < b\n) return\n', mutants } },
  testFiles: { 'src/a.test.ts': { tests: [] } },
})

describe('readMutants', () => {
  it('mutant › replaced text, its line, and whether it was killed', () => {
    expect(readMutants(reportOf(mutant({})))).toEqual([
      { file: 'src/a.ts', line: 2, code: 'a < b', from: 'a < b', to: 'true', isKilled: false },
    ])
  })

  it.each([
    ['Killed', true],
    ['Timeout', true],
    ['Survived', false],
    ['NoCoverage', false],
  ])('status %s › killed: %s', (status, isKilled) => {
    expect(readMutants(reportOf(mutant({ status })))).toMatchObject([{ isKilled }])
  })

  it.each(['Ignored', 'CompileError', 'RuntimeError', 'Pending'])('status %s › left out', (status) => {
    expect(readMutants(reportOf(mutant({ status })))).toEqual([])
  })

  it('replaced text over several lines › one line, spaces joined', () => {
    const location = { start: { line: 1, column: 4 }, end: { line: 3, column: 2 } }
    expect(readMutants(reportOf(mutant({ location })))).toMatchObject([{ code: 'if (', from: '( a < b )' }])
  })

  it('test file that is not in the report › missing', () => {
    expect(missingTestFiles(reportOf(), ['src/a.test.ts', 'src/b.test.ts'])).toEqual(['src/b.test.ts'])
  })

  it('another format › throws', () => {
    expect(() => readMutants({ mutants: [] })).toThrow()
  })
})
