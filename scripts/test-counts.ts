import * as z from 'zod/mini'

/** How many tests ended how. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

const vitestSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

const playwrightSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.unknown()),
})

/** Counts of Vitest's JSON report; a file that could not be loaded is one failure. */
export function vitestCounts(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = z.parse(
    vitestSchema,
    report,
  )
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** Counts of Playwright's JSON report; a test that passed only on a retry has failed. */
export function playwrightCounts(report: unknown): Counts {
  const { stats, errors } = z.parse(playwrightSchema, report)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/** What a step counts for: a runner that says no although no test failed is one failure. */
export function stepCounts(ok: boolean, counted: Counts | undefined): Counts {
  const counts = counted ?? { passed: ok ? 1 : 0, failed: 0, skipped: 0 }
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})
