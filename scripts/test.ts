/**
 * `npm test`: installs missing browsers and databases, then runs every gate and every test; the last lines list the failures
 * and the number of passed tests. All steps run, also after a failure, so that the lines are complete. With
 * DRAWBRIDGE_LONG=1 (`npm run test:long`) also tests that take real time. The chain suites run in parallel to the unit
 * suites and the checks. The browser tests run without other steps. In CI a failed browser or chain test reruns once at the
 * end, alone: if it passes then, it is listed as flaky, and more than five of those fail the run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInRotation } from '../shared/testing/rotation.ts'
import { projectScripts } from './package-file.ts'
import { root } from './project-files.ts'
import { chooseSeed, formatLongRunRow, parsePart, stepsOfPart } from './test/long-run.ts'
import { passedOnRerun, type Rerun, rerunCommand, rerunLimit, withFlaky } from './test/rerun-failures.ts'
import { type Duration, playwrightDurations, slowestLines, vitestDurations } from './test/slow-tests.ts'
import { installSystemPackages } from './test/system-packages.ts'
import {
  addCounts,
  type Counts,
  type FailedTest,
  noCounts,
  playwrightCounts,
  stepCounts,
  vitestCounts,
} from './test/test-counts.ts'

type Step = {
  readonly name: string
  /** An npm script and its arguments. */
  readonly run: readonly [script: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string>>
  /** The file of its report and how to count it; without, the step counts as one. */
  readonly report?: {
    readonly file: string
    readonly counts: (report: unknown) => Counts
    readonly durations: (report: unknown) => readonly Duration[]
  }
  /** File for lines about errors outside of tests. */
  readonly errors?: string
  /** The runner that reruns a failed test of it alone; steps without are never rerun. */
  readonly rerun?: { readonly runner: Rerun['runner']; readonly project: string }
}

const reportsFolder = mkdtempSync(join(tmpdir(), 'drawbridge-test-'))
/** Failed browser and chain tests, in the order of their steps. */
const reruns: Rerun[] = []
/** Result and duration of each step, for the last lines. */
const outcomes: string[] = []
const isLong = process.env.DRAWBRIDGE_LONG === '1'
/** The selected part of the long run, e.g. `npm run test:long -- chains`; undefined: all of them. */
const part = isLong ? parsePart(process.argv[2]) : undefined
const seed = isLong ? chooseSeed(process.env) : undefined

function vitest(name: string, script: string): Step {
  const file = join(reportsFolder, `${name}.json`)
  const errors = join(reportsFolder, `${name}.errors`)
  const reporters = ['default', 'json', './scripts/test/unhandled-errors.ts'].map(
    (each) => `--reporter=${each}`,
  )
  return {
    name,
    run: [script, ...reporters, `--outputFile.json=${file}`],
    env: { DRAWBRIDGE_UNHANDLED_ERRORS: errors },
    report: { file, counts: vitestCounts, durations: vitestDurations },
    errors,
    // Chain tests wait for real nodes.
    ...(/^(chains|relay)$/.test(name) ? { rerun: { runner: 'vitest', project: name } as const } : {}),
  }
}

function playwright(name: string, script: string): Step {
  const file = join(reportsFolder, `${name}.json`)
  return {
    name,
    run: [script, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: { file, counts: playwrightCounts, durations: playwrightDurations },
    rerun: { runner: 'playwright', project: name },
  }
}

/** Packs the release twice, for a widget that does not exist, and compares the bytes. */
const releaseCheck: Step = {
  name: 'release',
  run: ['release:pack', '--check'],
  env: { DRAWBRIDGE_WIDGET_URL: 'https://wallet.example' },
}

const benchServer: Step = {
  name: 'bench server',
  run: ['bench:server', ...(isLong ? [] : ['--short'])],
}

/** Lanes of one stage run in parallel; stages, and the steps of a lane, run in sequence. */
const stages: readonly (readonly (readonly Step[])[])[] = [
  // A test world of the chain suites serves the build.
  [[{ name: 'build', run: ['build'] }]],
  [
    // Two CPU-bound lanes, for the two cores of CI; a third would only starve the tests of the nodes.
    [
      vitest('chains', 'test:chains:nodes'),
      vitest('ui', 'test:unit:dom'),
      { name: 'mutation', run: ['test:mutation', ...(isLong ? [] : ['--sample'])] },
      // In the shorter lane. It installs by the lockfile of the examples, and its builds are tested in the next stage.
      { name: 'examples', run: ['examples'] },
      { name: 'size', run: ['size'] },
      { name: 'record', run: ['record', '--check'] },
      { name: 'package', run: ['check:package'] },
    ],
    [
      vitest('unit', 'test:unit:node'),
      { name: 'check', run: ['check'] },
      { name: 'gallery', run: ['gallery', '--built', ...(isLong ? [] : ['--short'])] },
    ],
    // Mostly waits, for pauses of the WalletConnect SDK.
    [vitest('relay', 'test:chains:relay')],
  ],
  [
    [
      playwright('e2e', 'test:e2e'),
      // Times are meaningful only if nothing else runs.
      playwright('timed', 'test:e2e:timed'),
      {
        name: 'bench',
        run: ['bench', ...(isLong ? [] : ['--short']), `--timed-report=${join(reportsFolder, 'timed.json')}`],
      },
      // The other commits run the longest benches of the browser instead (`bench/run.ts`).
      ...(isInRotation(1, { of: 2 }) ? [benchServer] : []),
      // Two builds of everything, in copies: too long for each run.
      ...(isLong ? [releaseCheck] : []),
    ],
  ],
  ...(isLong ? [[[vitest('endurance', 'test:endurance')]]] : []),
]

/** Runs one step; prints its output immediately, or at its end if other steps run in parallel. */
async function runStep(
  { name, run: [script, ...args], env, report, errors, rerun }: Step,
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
    stdio: ['inherit', isAlone ? 'inherit' : 'pipe', 'pipe'],
    env: { ...process.env, ...(seed !== undefined && { DRAWBRIDGE_SEED: seed }), ...env },
  })
  const output: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr.push(chunk)
    if (isAlone) process.stderr.write(chunk)
    else output.push(chunk)
  })
  const [status] = await once(child, 'close')
  if (!isAlone) console.log(`\n── ${name}\n${Buffer.concat(output).toString()}`)
  const reportCounts = report === undefined ? undefined : countsOf(name, report)
  const errorLines = errors === undefined ? [] : linesOf(errors)
  const counts = stepCounts(name, status === 0, reportCounts, errorLines, Buffer.concat(stderr).toString())
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
  if (rerun) for (const test of counts.failedTests) reruns.push({ ...rerun, test })
  const outcome = `${name}: ${counts.failures.length === 0 ? 'ok' : 'failed'} after ${seconds} s`
  console.log(`── ${outcome}`)
  if (report !== undefined) for (const line of slowestOf(report)) console.log(`   ${line}`)
  outcomes.push(outcome)
  return counts
}

const slowestCount = 25

function slowestOf({ file, durations }: NonNullable<Step['report']>): readonly string[] {
  try {
    return slowestLines(durations(JSON.parse(readFileSync(file, 'utf8'))), slowestCount)
  } catch {
    // The counts already state that there is no report.
    return []
  }
}

async function runLane(lane: readonly Step[], isAlone: boolean): Promise<Counts> {
  let total = noCounts
  for (const step of lane) total = addCounts(total, await runStep(step, isAlone))
  return total
}

function countsOf(
  name: string,
  { file, counts }: Pick<NonNullable<Step['report']>, 'file' | 'counts'>,
): Counts {
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

/**
 * Reruns one failed test without other steps, and returns whether it passed. In CI only: elsewhere the developer inspects
 * the failure.
 */
async function passesAlone(rerun: Rerun): Promise<boolean> {
  const file = join(reportsFolder, 'rerun.json')
  rmSync(file, { force: true })
  console.log(`\n── again, alone: ${rerun.test.failure}`)
  const [command = '', ...args] = rerunCommand(rerun, file)
  const child = spawn('npx', ['--no-install', command, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const [status] = await once(child, 'close')
  const counts = rerun.runner === 'vitest' ? vitestCounts : playwrightCounts
  return status === 0 && passedOnRerun(countsOf('rerun', { file, counts }))
}

async function flakyAmong(failed: readonly Rerun[]): Promise<readonly FailedTest[]> {
  if (process.env.CI === undefined) return []
  if (failed.length > rerunLimit) {
    console.log(
      `\n${failed.length} browser and chain tests failed: more than ${rerunLimit} are not run again`,
    )
    return []
  }
  const flaky: FailedTest[] = []
  for (const rerun of failed) if (await passesAlone(rerun)) flaky.push(rerun.test)
  return flaky
}

const startedAtMs = Date.now()
installSystemPackages()
let total = noCounts
for (const lanes of part === undefined ? stages : stepsOfPart(stages, part)) {
  const reportCounts = await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)))
  total = reportCounts.reduce(addCounts, total)
}
const flaky = await flakyAmong(reruns)
rmSync(reportsFolder, { recursive: true, force: true })
const { passed, skipped, failures } = withFlaky(total, flaky)
process.exitCode = failures.length === 0 ? 0 : 1
console.log(`\n${outcomes.join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`)
if (flaky.length > 0)
  console.log(`\nFlaky, passed when run alone:\n${flaky.map(({ failure }) => `  ${failure}`).join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`)
if (seed !== undefined)
  console.log(
    `\nFor docs/long-run.md:\n${formatLongRunRow({ part, seed, startedAtMs, passed, failures, skipped })}`,
  )
