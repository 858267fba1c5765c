import { PassThrough, Readable } from 'node:stream'
import type { LoadedConfig } from '../../config/load-config.ts'
import type { Project } from '../../ports/stores/projects.ts'
import type { CliPorts, ExitCode } from '../command.ts'
import { run } from '../run.ts'
import { createMemoryProjects } from './memory-projects.ts'

/** Result of one command line. */
export type CommandResult = { readonly exitCode: ExitCode; readonly out: string; readonly errors: string }

const unexpected = async (): Promise<never> => {
  throw new Error('No test expects this call')
}

/** Runs command lines on in-memory projects, in a working folder. */
export function createTestCli(
  workingDirectory: string,
  projects: readonly Project[] = [],
  rest: Partial<CliPorts> = {},
) {
  const store = createMemoryProjects(projects)
  const started: LoadedConfig[] = []
  let openCount = 0
  const execute = async (...argv: readonly string[]): Promise<CommandResult> => {
    const lines = { out: [] as string[], errors: [] as string[] }
    const exitCode = await run(argv, {
      print: (text) => lines.out.push(text),
      printError: (text) => lines.errors.push(text),
      environment: {},
      workingDirectory,
      clock: () => Date.UTC(2026, 0, 1),
      version: '1.2.3',
      startServer: async (loaded) => {
        started.push(loaded)
      },
      openStores: async () => {
        openCount += 1
        return {
          projects: store,
          jobs: { counts: unexpected, dead: unexpected, revive: unexpected, drop: unexpected },
          recoveryCommands: { exportDue: unexpected, answer: unexpected },
          close: async () => {
            openCount -= 1
          },
        }
      },
      migrate: async () => ['0001-start'],
      output: new PassThrough(),
      input: Readable.from([]),
      backup: unexpected,
      restore: unexpected,
      checkBackup: unexpected,
      fetch: unexpected,
      probeSocket: unexpected,
      ...rest,
    })
    return { exitCode, out: lines.out.join('\n'), errors: lines.errors.join('\n') }
  }
  return { execute, store, started, openCount: () => openCount }
}
