/** Fails when docs/coverage.md names a test that does not exist, or has a line that nothing proves. */
import { readFileSync } from 'node:fs'
import { coverageProblems, readCoverage } from './coverage-map.ts'
import { projectScripts } from './package-file.ts'
import { projectFiles, report, root } from './project-files.ts'

const lines = readCoverage(readFileSync(`${root}/docs/coverage.md`, 'utf8'))
const tests = projectFiles(/\.(test|spec)\.tsx?$|-suite\.ts$/).map((file) => file.text())
const complaints = coverageProblems(lines, { tests, scripts: Object.keys(projectScripts()) })
report(
  lines.length === 0 ? ['docs/coverage.md has no lines'] : complaints,
  `Coverage: ${lines.length} lines are proven`,
)
