import * as z from '#shared/zod.ts'

const position = z.object({ line: z.int(), column: z.int() })

/** What the widget's checks read of a report (mutation-testing-report-schema 2). */
const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          replacement: z.optional(z.string()),
          status: z.string(),
          location: z.object({ start: position, end: position }),
        }),
      ),
    }),
  ),
  /** By path, those of which a test ran. */
  testFiles: z.record(z.string(), z.unknown()),
})

/** One mutant: the text that it replaces in a line of a file. */
export type Mutant = {
  readonly file: string
  /** 1 for the first line. */
  readonly line: number
  /** The source lines that the replaced text touches, in one line, trimmed. */
  readonly code: string
  readonly from: string
  readonly to: string
  readonly isKilled: boolean
}

/** Statuses that say nothing of the tests: a mutant that does not compile, or that the configuration excludes. */
const invalid = new Set(['Ignored', 'CompileError', 'RuntimeError', 'Pending'])
const killed = new Set(['Killed', 'Timeout'])

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Test files of which no test ran, such as one that cannot be loaded. */
export const missingTestFiles = (report: unknown, files: readonly string[]): readonly string[] => {
  const { testFiles } = z.parse(reportSchema, report)
  return files.filter((file) => testFiles[file] === undefined)
}

/**
 * The valid mutants of a report.
 * @throws ZodError for a report in another format.
 */
export function readMutants(report: unknown): readonly Mutant[] {
  return Object.entries(z.parse(reportSchema, report).files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    const textBetween = ({ start, end }: (typeof mutants)[number]['location']) => {
      const touched = lines.slice(start.line - 1, end.line)
      const last = touched.length - 1
      return touched
        .map((line, index) =>
          line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
        )
        .join('\n')
    }
    return mutants
      .filter(({ status }) => !invalid.has(status))
      .map(({ replacement = '', status, location }) => ({
        file,
        line: location.start.line,
        code: oneLine(lines.slice(location.start.line - 1, location.start.line).join(' ')),
        from: oneLine(textBetween(location)),
        to: oneLine(replacement),
        isKilled: killed.has(status),
      }))
  })
}
