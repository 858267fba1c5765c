import { hasStep, rows, steps } from '../../e2e/conformance/table.ts'
import { journeys } from '../../e2e/conformance/test-dapps.ts'

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The table of docs/compatibility.md: each library in the tested version, and which steps the tests cover. */
export function conformanceTable(versions: Readonly<Record<string, string>>): string {
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

/** The table of the conformance README: the actions in each published dApp, by outcome. */
export function testDappsTable(versions: Readonly<Record<string, string>>): string {
  return [
    line(['dApp', 'Answered', 'Refused with an error']),
    line(['---', '---', '---']),
    ...journeys.map(({ title, library, steps: journeySteps }) => {
      const actionsWith = (expectedOutcome: 'answered' | 'refused') =>
        journeySteps
          .flatMap(({ outcome, action }) => (outcome === expectedOutcome ? action : []))
          .join(', ') || '–'
      return line([
        `${title} ${versions[library] ?? 'of no version'}`,
        actionsWith('answered'),
        actionsWith('refused'),
      ])
    }),
  ].join('\n')
}
