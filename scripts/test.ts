/**
 * `npm test`: every gate and every test; the last lines name what failed and say how many passed. All steps run, also
 * after a failure, so that the lines are about everything. With DRAWBRIDGE_LONG=1 (`npm run test:long`) also what takes real time.
 *
 * The chain suites mostly wait, for blocks and for pauses of the WalletConnect SDK: they run beside the gates. All else
 * has the machine to itself.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectScripts } from './package-file.ts'
import { root } from './project-files.ts'
import {
  addCounts,
  type Counts,
  noCounts,
  playwrightCounts,
  stepCounts,
  vitestCounts,
} from './test-counts.ts'

type Step = {
  readonly name: string
  /** An npm script and its arguments. */
  readonly run: readonly [script: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string>>
  /** Where its report will be and how to count it; without, the step counts as one. */
  readonly report?: { readonly file: string; readonly counts: (report: unknown) => Counts }
  /** Where lines about errors outside of tests may be. */
  readonly errors?: string
}

const reports = mkdtempSync(join(tmpdir(), 'drawbridge-test-'))
const isLong = process.env.DRAWBRIDGE_LONG === '1'

function vitest(name: string, script: string): Step {
  const file = join(reports, `${name}.json`)
  const errors = join(reports, `${name}.errors`)
  const reporters = ['default', 'json', './scripts/unhandled-errors.ts'].map((each) => `--reporter=${each}`)
  return {
    name,
    run: [script, ...reporters, `--outputFile.json=${file}`],
    env: { DRAWBRIDGE_UNHANDLED_ERRORS: errors },
    report: { file, counts: vitestCounts },
    errors,
  }
}

function playwright(name: string, script: string): Step {
  const file = join(reports, `${name}.json`)
  return {
    name,
    run: [script, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: { file, counts: playwrightCounts },
  }
}

/** Lanes of one stage run beside each other; stages, and the steps of a lane, one after the other. */
const stages: readonly (readonly (readonly Step[])[])[] = [
  // A world of the chain suites serves what was built.
  [[vitest('ui', 'test:unit:dom'), vitest('unit', 'test:unit:node'), { name: 'build', run: ['build'] }]],
  [
    [
      { name: 'check', run: ['check'] },
      { name: 'size', run: ['size'] },
      { name: 'package', run: ['check:package'] },
      // Half a minute of waiting for a relay, here so that both lanes are as long.
      vitest('relay', 'test:chains:relay'),
    ],
    [vitest('chains', 'test:chains:nodes')],
  ],
  [
    [
      playwright('e2e', 'test:e2e'),
      // Times mean something only where nothing else runs.
      playwright('timed', 'test:e2e:timed'),
      { name: 'gallery', run: ['gallery', '--built', ...(isLong ? [] : ['--short'])] },
      { name: 'bench', run: isLong ? ['bench'] : ['bench', '--short'] },
    ],
  ],
]

/** Runs one step; what it prints comes at once, or as one piece at its end when others print meanwhile. */
async function runStep(
  { name, run: [script, ...args], env, report, errors }: Step,
  isAlone: boolean,
): Promise<Counts> {
  if (!(script in projectScripts())) {
    console.log(`\n── ${name}\nThere is no npm script ${script}`)
    return { ...noCounts, failures: [`${name} › there is no npm script ${script}`] }
  }
  if (isAlone) console.log(`\n── ${name}`)
  const startedAt = Date.now()
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    stdio: isAlone ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => printed.push(piece))
  const [status] = await once(child, 'close')
  if (!isAlone) console.log(`\n── ${name}\n${Buffer.concat(printed).toString()}`)
  const counted = report === undefined ? undefined : countsOf(name, report)
  const counts = stepCounts(name, status === 0, counted, errors === undefined ? [] : linesOf(errors))
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
  console.log(`── ${name}: ${counts.failures.length === 0 ? 'ok' : 'failed'} after ${seconds} s`)
  return counts
}

async function runLane(lane: readonly Step[], isAlone: boolean): Promise<Counts> {
  let total = noCounts
  for (const step of lane) total = addCounts(total, await runStep(step, isAlone))
  return total
}

function countsOf(name: string, { file, counts }: NonNullable<Step['report']>): Counts {
  try {
    return counts(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ...noCounts, failures: [`${name} › the runner left no report that can be read: ${why}`] }
  }
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

let total = noCounts
for (const lanes of stages) {
  const counted = await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)))
  total = counted.reduce(addCounts, total)
}
rmSync(reports, { recursive: true, force: true })
const { passed, skipped, failures } = total
process.exitCode = failures.length === 0 ? 0 : 1
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`)
