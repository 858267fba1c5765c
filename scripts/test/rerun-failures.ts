import type { Counts, FailedTest } from './test-counts.ts'

/** More flaky tests than this fail the run. */
export const flakyLimit = 5

/** With more failed tests than this the run is broken, and no test is rerun. */
export const rerunLimit = 20

/** A failed test and its step. */
export type Rerun = {
  readonly runner: 'playwright' | 'vitest'
  readonly project: string
  readonly test: FailedTest
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The command that runs one test only. The caller sets the report's file by the runner's own option. */
export function rerunCommand({ runner, project, test }: Rerun, report: string): readonly string[] {
  const { file, title, line, project: browser } = test
  if (runner === 'vitest')
    return [
      ...['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json'],
      ...[`--outputFile.json=${report}`, file],
      ...(title === undefined ? [] : ['-t', `^\\s*${escaped(title)}$`]),
    ]
  return [
    ...['playwright', 'test', `e2e/tests/${file}${line === undefined ? '' : `:${line}`}`],
    ...(browser === undefined ? [] : [`--project=${browser}`]),
    ...(title === undefined ? [] : ['-g', escaped(title)]),
    // A separate folder, to retain the screenshots of the failed run.
    ...['--workers=1', '--reporter=list,json', '--output=test-results/alone'],
  ]
}

/** True if the rerun of one test passed: only a test that ran and passed is flaky; if no test was found, it is a failure. */
export const passedOnRerun = (counts: Counts): boolean => counts.passed > 0 && counts.failures.length === 0

/** The counts of a run after the reruns: tests that passed alone are flaky, and count as passed. */
export function withFlaky(total: Counts, flaky: readonly FailedTest[]): Counts {
  const passed = new Set(flaky.map(({ failure }) => failure))
  const rest = total.failures.filter((line) => !passed.has(line))
  const tooMany =
    flaky.length > flakyLimit ? [`${flaky.length} flaky tests, at most ${flakyLimit} may be`] : []
  return {
    ...total,
    passed: total.passed + flaky.length,
    failures: [...rest, ...tooMany],
    failedTests: total.failedTests.filter(({ failure }) => !passed.has(failure)),
  }
}
