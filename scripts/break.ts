/**
 * `npm run test:break`: breaks one line at a time in a copy of the project and runs the tests that must notice. Fails
 * when they still pass, when they fail for want of loading, or when the line is no longer there. `-- <word>` runs the
 * breakages whose rule or file contains the word.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Mutation } from './breakage.ts'
import { mutations } from './breakages.ts'
import { projectFiles, root } from './project-files.ts'
import { vitestCounts } from './test-counts.ts'

const copy = mkdtempSync(join(tmpdir(), 'drawbridge-break-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

// Of the local world what is made of sources alone: relay and wallets.
const copied = /^(shared|host-sdk|widget-app|scripts|e2e\/stack)\/|^(e2e\/)?[^/]+\.(json|ts)$/
for (const { path } of projectFiles(copied)) {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  cpSync(join(root, path), join(copy, path))
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

type Verdict = 'passed' | 'failed' | 'not run'

/** Runs test files in the copy; a file that does not load, or no test at all, proves nothing. */
function runTests(tests: readonly string[], project: string): Verdict {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  // Those that draw are two projects: with one process, and with one for each file.
  const projects = project === 'ui' ? ['ui', 'page'] : [project]
  const named = projects.flatMap((each) => ['--project', each])
  const args = ['run', ...named, '--reporter=json', `--outputFile=${report}`, ...tests]
  spawnSync(process.execPath, [vitest, ...args], { cwd: copy, stdio: 'ignore' })
  try {
    const json: unknown = JSON.parse(readFileSync(report, 'utf8'))
    const { passed, failures } = vitestCounts(json)
    if (passed + failures.length === 0 || hasUnloaded(json)) return 'not run'
    return failures.length > 0 ? 'failed' : 'passed'
  } catch {
    return 'not run'
  }
}

function hasUnloaded(report: unknown): boolean {
  return JSON.stringify(report).includes('"assertionResults":[]')
}

/** What is wrong with a breakage, or nothing when the tests notice it. */
function complaint({ file, find, replace, tests, project = 'unit' }: Mutation): string | undefined {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const places = text.split(find).length - 1
  if (places !== 1) return `the line stands ${places} times in ${file}`
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  const verdict = runTests(tests, project)
  writeFileSync(path, text)
  if (verdict === 'passed') return `the tests still pass: ${tests.join(' ')}`
  return verdict === 'not run' ? `the tests did not run: ${tests.join(' ')}` : undefined
}

const wanted = process.argv[2] ?? ''
const chosen = mutations.filter(({ rule, file }) =>
  `${rule} ${file}`.toLowerCase().includes(wanted.toLowerCase()),
)
for (const project of ['unit', 'ui', 'chains', 'relay'] as const) {
  const own = chosen.filter((breakage) => (breakage.project ?? 'unit') === project)
  const tests = [...new Set(own.flatMap((breakage) => breakage.tests))]
  if (tests.length > 0 && runTests(tests, project) !== 'passed') {
    console.error('The tests do not pass as they are: nothing was broken')
    process.exit(1)
  }
}

let missed = 0
for (const breakage of chosen) {
  const wrong = complaint(breakage)
  if (wrong !== undefined) missed += 1
  console.log(
    `${wrong === undefined ? 'noticed ' : 'MISSED  '} ${breakage.rule}${wrong === undefined ? '' : ` (${wrong})`}`,
  )
}
console.log(`${chosen.length - missed} noticed, ${missed} missed`)
if (missed > 0) process.exitCode = 1
