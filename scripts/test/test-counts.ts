import * as z from '#shared/zod.ts'

/** Counts of a test run and its failures: one line each, with the test's location, name and first message. */
export type Counts = {
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly string[]
  /** Failures that are tests, with the data to rerun them; errors outside of tests are not included. */
  readonly failedTests: readonly FailedTest[]
}

/** A failed test. */
export type FailedTest = {
  /** Its line in `failures`. */
  readonly failure: string
  /** As its runner reports it: absolute in Vitest, relative to `e2e/tests` in Playwright. */
  readonly file: string
  /** Including its groups, as its runner joins them; undefined if the whole file failed. */
  readonly title: string | undefined
  readonly line?: number
  /** The Playwright project it failed in. */
  readonly project?: string
}

export const noCounts: Counts = { passed: 0, skipped: 0, failures: [], failedTests: [] }

const vitestSchema = z.object({
  numPassedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
})

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  tests: z.array(
    z.object({
      projectName: z.optional(z.string()),
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(z.object({ error: z.optional(z.object({ message: z.optional(z.string()) })) })),
    }),
  ),
})

const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.optional(z.array(playwrightSuite))
  },
})

const playwrightSchema = z.object({
  stats: z.object({ expected: z.int(), skipped: z.int() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

/** Counts of Vitest's JSON report; a file that could not be loaded is one failure. */
export function vitestCounts(report: unknown): Counts {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = z.parse(vitestSchema, report)
  const failedTests = testResults.flatMap(({ name, status, message, assertionResults }): FailedTest[] => {
    if (status !== 'failed') return []
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // The file itself failed: it could not be loaded, or a hook of the whole file threw.
    if (failed.length === 0)
      return [{ failure: failure(name, 'the file itself', message), file: name, title: undefined }]
    return failed.map((test) => ({
      failure: failure(name, test.fullName, test.failureMessages?.[0]),
      file: name,
      title: test.fullName,
    }))
  })
  return {
    passed: numPassedTests,
    skipped: numPendingTests + numTodoTests,
    failures: failedTests.map((test) => test.failure),
    failedTests,
  }
}

/** Counts of Playwright's JSON report; a test that passed only on a retry has failed. */
export function playwrightCounts(report: unknown): Counts {
  const { stats, suites, errors } = z.parse(playwrightSchema, report)
  const failedTests = suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results, projectName }): FailedTest => {
        const errorMessage = results.find(({ error }) => error !== undefined)?.error?.message
        const displayTitle = status === 'flaky' ? `${title} (passed again)` : title
        return {
          failure: failure(`${file}:${line}`, displayTitle, errorMessage),
          file,
          title,
          line,
          ...(projectName === undefined ? {} : { project: projectName }),
        }
      }),
  )
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: [
      ...failedTests.map((test) => test.failure),
      ...errors.map(({ message }) => failure('playwright', 'outside of tests', message)),
    ],
    failedTests,
  }
}

function specsOf({ specs, suites }: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] {
  return [...specs, ...(suites ?? []).flatMap(specsOf)]
}

function failure(testLocation: string, title: string, errorMessage: string | undefined): string {
  const firstLine = stripColours(errorMessage ?? '')
    .split('\n')
    .find((line) => line.trim() !== '')
  return firstLine === undefined
    ? `${testLocation} › ${title}`
    : `${testLocation} › ${title}: ${firstLine.trim()}`
}

/** Removes terminal colours. */
function stripColours(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
}

/** Lines of a step's output that state why it failed, if nothing else does. */
const reasonLines = 8

/**
 * Counts of a step: each error outside of its tests is a failure. So is a runner that fails without one, with the last lines
 * that it wrote to `stderr`.
 */
export function stepCounts(
  name: string,
  ok: boolean,
  counted: Counts | undefined,
  errors: readonly string[] = [],
  stderr = '',
): Counts {
  const counts = counted ?? { ...noCounts, passed: ok ? 1 : 0 }
  const failures = [...counts.failures, ...errors.map((error) => `${name} › outside of tests: ${error}`)]
  if (ok || failures.length > 0) return { ...counts, failures }
  const lines = stripColours(stderr)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return { ...counts, failures: [[`${name} › the step itself`, ...lines.slice(-reasonLines)].join('\n    ')] }
}

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
  failedTests: [...a.failedTests, ...b.failedTests],
})
