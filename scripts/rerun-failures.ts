import type { Counts, FailedTest } from './test-counts.ts'

/** More flaky tests than this fail the run. */
export const flakyLimit = 5

/** With more failed tests than this the run is broken, and nothing is run again. */
export const rerunLimit = 20

/** A failed test and the step it belongs to. */
export type Rerun = {
  readonly runner: 'playwright' | 'vitest'
  readonly project: string
  readonly test: FailedTest
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The command that runs one test, and nothing beside it; its report goes where the runner is told by its own setting. */
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
    // Beside the pictures of the run in which it failed, which would be lost.
    ...['--workers=1', '--reporter=list,json', '--output=test-results/alone'],
  ]
}

/** How the second run of one test ended: only a test that ran and passed is flaky, no test found is a failure. */
export const passedOnRerun = (counts: Counts): boolean => counts.passed > 0 && counts.failures.length === 0

/** The counts of a run, once the tests that passed alone are known; those are flaky, and count as passed. */
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
