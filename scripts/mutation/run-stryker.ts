import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../project-files.ts'
import { type MutationPart, testFiles } from './parts.ts'
import { type Mutant, missingTestFiles, readMutants } from './stryker-report.ts'

/** Folders that no mutated module and no test of a part reads. */
const unusedFolders = [
  'dist',
  'server/dist',
  'host-sdk/dist',
  'contracts',
  'docs',
  'e2e',
  '.stack',
  '.tmp',
  '.gallery',
  'test-results',
]

/**
 * Runs StrykerJS over one part, in a copy of the project; `mutate` are files, or ranges of their lines.
 * @throws Error if the tests fail without a mutant, or StrykerJS does not run.
 */
export function runStryker(part: MutationPart, mutate: readonly string[]): readonly Mutant[] {
  const tests = testFiles(part)
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-mutation-'))
  const reportFile = join(folder, 'report.json')
  const configFile = join(folder, 'stryker.json')
  writeFileSync(
    configFile,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
      mutate,
      coverageAnalysis: 'perTest',
      // Values of modules are computed once for all tests: each such mutant would run every test of the part.
      ignoreStatic: true,
      concurrency: 3,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: reportFile },
      tempDirName: '.tmp/mutation',
      ignorePatterns: unusedFolders,
      // Long, because a mutant that times out counts as killed, and other steps may use the processor.
      timeoutMS: 20_000,
      checkers: [],
    }),
  )
  try {
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', configFile],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          DRAWBRIDGE_MUTATION_TESTS: tests.join(' '),
          DRAWBRIDGE_MUTATION_ENVIRONMENT: part.environment ?? 'node',
        },
      },
    )
    if (status !== 0) throw new Error(`StrykerJS failed for the part ${part.name}`)
    const report: unknown = JSON.parse(readFileSync(reportFile, 'utf8'))
    const missing = missingTestFiles(report, tests)
    if (missing.length > 0) throw new Error(`No test ran of ${missing.join(', ')}`)
    return readMutants(report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
