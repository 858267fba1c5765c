/** The slowest tests in a step of `npm test`, from its report: where to start if the run takes too long. */
import * as z from '#shared/zod.ts'

/** A test file, or a browser test, and its duration in milliseconds. */
export type Duration = { readonly name: string; readonly milliseconds: number }

const vitestSchema = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.int(),
      tests: z.array(
        z.object({
          projectName: z.optional(z.string()),
          results: z.array(z.object({ duration: z.number() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(playwrightSuite))
  },
})

const playwrightSchema = z.object({ suites: z.array(playwrightSuite) })

/** Files of Vitest's JSON report, by the time of their tests: hooks of a whole file are not in the report. */
export function vitestDurations(report: unknown): readonly Duration[] {
  return z
    .parse(vitestSchema, report)
    .testResults.map(({ name, startTime, endTime }) => ({ name, milliseconds: endTime - startTime }))
}

/** Tests of Playwright's JSON report. */
export function playwrightDurations(report: unknown): readonly Duration[] {
  const specsOf = ({ specs, suites }: z.infer<typeof playwrightSuite>): (typeof specs)[number][] => [
    ...specs,
    ...(suites ?? []).flatMap(specsOf),
  ]
  return z
    .parse(playwrightSchema, report)
    .suites.flatMap(specsOf)
    .flatMap(({ title, file, line, tests }) =>
      tests.map(({ projectName = '', results }) => ({
        name: `${projectName} ${file}:${line} › ${title}`,
        milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    )
}

/** One line for each of the slowest, slowest first, and one with the total. */
export function slowestLines(durations: readonly Duration[], count: number): readonly string[] {
  const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1)
  const all = durations.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return [
    `${seconds(all)} s in all`,
    ...durations
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, count)
      .map(({ name, milliseconds }) => `${seconds(milliseconds).padStart(6)} s ${name}`),
  ]
}
