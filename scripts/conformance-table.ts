import { hasStep, rows, steps } from '../e2e/conformance/table.ts'

/** The table of the README: each library in the version that the tests drive, and what of it they prove. */
export function conformanceTable(versions: Readonly<Record<string, string>>): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['Library', ...steps.map((step) => step.charAt(0).toUpperCase() + step.slice(1))]),
    line(['---', ...steps.map(() => ':-:')]),
    ...rows.map((row) =>
      line([
        `${row.title} ${versions[row.library] ?? 'of no version'}${row.note === undefined ? '' : `, ${row.note}`}`,
        ...steps.map((step) => (hasStep(row, step) ? '✓' : '–')),
      ]),
    ),
  ].join('\n')
}
