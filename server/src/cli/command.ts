import type { Writable } from 'node:stream'
import type { DatabaseConfig } from '../config/config-schema.ts'
import type { Environment } from '../config/environment-settings.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Fetch } from '../doctor/http.ts'
import type { ProbeSocket } from '../doctor/relay-checks.ts'
import type { Clock } from '../ports/clock.ts'
import type { DeadJobStore } from '../ports/jobs.ts'
import type { ProjectStore } from '../ports/stores/projects.ts'

/** 0: done; 1: it failed, or the answer is no; 2: the command line is wrong. */
export type ExitCode = 0 | 1 | 2

/** What commands use of the deployment's database, until `close`. */
export type OpenStores = {
  readonly projects: ProjectStore
  readonly jobs: DeadJobStore
  readonly close: () => Promise<void>
}

/** Everything outside of the process's arguments that a command uses. */
export type CliIo = {
  /** Writes to standard output; a line break is added. */
  readonly print: (text: string) => void
  /** Writes to standard error; a line break is added. */
  readonly printError: (text: string) => void
  readonly environment: Environment
  /** Absolute path. */
  readonly workingDirectory: string
  readonly clock: Clock
  /** Of the package. */
  readonly version: string
  /** Starts the server; resolves when it has stopped. @throws Error whose message is for the operator. */
  readonly startServer: (loaded: LoadedConfig) => Promise<void>
  /**
   * `existing`: a SQLite file that does not exist is an error, not made: the working folder is likely the wrong one.
   * @throws Error whose message is for the operator, as when a running server holds the SQLite file.
   */
  readonly openStores: (config: DatabaseConfig, use: 'create' | 'existing') => Promise<OpenStores>
  /** Applies pending migrations and returns their ids. @throws Error whose message is for the operator. */
  readonly migrate: (config: DatabaseConfig) => Promise<readonly string[]>
  /** Standard output, for what is no text to read. */
  readonly output: Writable
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>
  /** Gives the lines of a backup to `write`; see `store/backup.ts`. @throws Error whose message is for the operator. */
  readonly backup: (
    config: DatabaseConfig,
    nowMs: number,
    write: (line: string) => Promise<void>,
  ) => Promise<void>
  /**
   * Restores the lines of a backup and returns the number of rows; see `store/restore.ts`.
   * @param replacesDemo whether a database that has only the unchanged project of an empty folder counts as empty.
   * @throws Error whose message is for the operator.
   */
  readonly restore: (
    config: DatabaseConfig,
    nowMs: number,
    lines: AsyncIterable<string>,
    replacesDemo: boolean,
  ) => Promise<number>
  /** Requests of `doctor`. */
  readonly fetch: Fetch
  readonly probeSocket: ProbeSocket
}

export type Option = {
  /** Placeholder of its value; a flag without value has none. */
  readonly value?: string
  readonly isRepeatable?: true
  readonly description: string
}

/** The arguments of a command, checked against its options. */
export type Given = {
  /** As many as the command names. */
  readonly positionals: readonly string[]
  readonly has: (flag: string) => boolean
  /** The last value of an option. */
  readonly text: (option: string) => string | undefined
  /** All values of an option. */
  readonly texts: (option: string) => readonly string[]
}

export type Command = {
  /** `['project', 'add']`. */
  readonly path: readonly string[]
  readonly summary: string
  /** Placeholders of the arguments, all of which are required; one in brackets is optional. */
  readonly positionals: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  readonly run: (given: Given, io: CliIo) => Promise<ExitCode>
}

/** Options of every command. */
export const commonOptions: Readonly<Record<string, Option>> = {
  json: { description: 'Print JSON.' },
  help: { description: 'Print the help of the command.' },
}

export const configOption: Readonly<Record<string, Option>> = {
  config: { value: 'FILE', description: 'Configuration file; default: drawbridge.config.json.' },
}

/** The command line is wrong; the message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command failed; the message is one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
