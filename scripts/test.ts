/**
 * `npm test`: every gate and every test, and a last line that says how many passed. All steps run, also after a failure,
 * so that the line is about everything. With DRAWBRIDGE_LONG=1 (`npm run test:long`) also what takes real time.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectScripts } from './package-file.ts'
import { root } from './project-files.ts'
import { addCounts, type Counts, playwrightCounts, stepCounts, vitestCounts } from './test-counts.ts'

type Step = {
  readonly name: string
  /** An npm script and its arguments. */
  readonly run: readonly [script: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string>>
  /** Where its report will be and how to count it; without, the step counts as one. */
  readonly report?: { readonly file: string; readonly counts: (report: unknown) => Counts }
}

const reports = mkdtempSync(join(tmpdir(), 'drawbridge-test-'))
const isLong = process.env.DRAWBRIDGE_LONG === '1'

function vitest(name: string, script: string): Step {
  const file = join(reports, `${name}.json`)
  return {
    name,
    run: [script, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    report: { file, counts: vitestCounts },
  }
}

const browserReport = join(reports, 'e2e.json')
const steps: readonly Step[] = [
  { name: 'check', run: ['check'] },
  vitest('unit', 'test:unit'),
  { name: 'build', run: ['build'] },
  { name: 'size', run: ['size'] },
  vitest('chains', 'test:chains'),
  {
    name: 'e2e',
    run: ['test:e2e', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    report: { file: browserReport, counts: playwrightCounts },
  },
  { name: 'gallery', run: isLong ? ['gallery'] : ['gallery', '--short'] },
  { name: 'bench', run: isLong ? ['bench'] : ['bench', '--short'] },
]

function runStep({ name, run: [script, ...args], env, report }: Step): Counts {
  console.log(`\n── ${name}`)
  if (!(script in projectScripts())) {
    console.log(`There is no npm script ${script}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const startedAt = Date.now()
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const counts = stepCounts(status === 0, report === undefined ? undefined : countsOf(report))
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
  console.log(`── ${name}: ${counts.failed === 0 ? 'ok' : 'failed'} after ${seconds} s`)
  return counts
}

function countsOf({ file, counts }: NonNullable<Step['report']>): Counts {
  try {
    return counts(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(`The runner left no report: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

let total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const step of steps) total = addCounts(total, runStep(step))
rmSync(reports, { recursive: true, force: true })
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
