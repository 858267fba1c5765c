import type { Writable } from 'node:stream'
import type { Config, DatabaseConfig } from '../config/config-schema.ts'
import type { Environment } from '../config/environment-settings.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Fetch } from '../doctor/http.ts'
import type { ProbeSocket } from '../doctor/relay-checks.ts'
import type { Clock } from '../ports/clock.ts'
import type { DeadJobStore } from '../ports/jobs.ts'
import type { RecoveryCommands } from '../ports/recovery-commands.ts'
import type { ProjectStore } from '../ports/stores/projects.ts'
import type { BackupCheck } from './check-backup.ts'

/** 0: done; 1: it failed, or the result is negative; 2: the command line is invalid. */
export type ExitCode = 0 | 1 | 2

/** The parts of the deployment's database that commands use, until `close`. */
export type OpenStores = {
  readonly projects: ProjectStore
  readonly jobs: DeadJobStore
  readonly recoveryCommands: RecoveryCommands
  readonly close: () => Promise<void>
}

/** Everything outside the process's arguments that a command uses. */
export type CliPorts = {
  /** Writes to standard output, with a line break. */
  readonly print: (text: string) => void
  /** Writes to standard error, with a line break. */
  readonly printError: (text: string) => void
  readonly environment: Environment
  /** Absolute path. */
  readonly workingDirectory: string
  readonly clock: Clock
  /** Version of the package. */
  readonly version: string
  /** Starts the server; resolves when it has stopped. @throws Error with a message for the operator. */
  readonly startServer: (loaded: LoadedConfig) => Promise<void>
  /**
   * `existing`: a missing SQLite file is an error and not created: the working folder is probably wrong.
   * @throws Error with a message for the operator, for example when a running server has the SQLite file open.
   */
  readonly openStores: (config: DatabaseConfig, use: 'create' | 'existing') => Promise<OpenStores>
  /** Applies pending migrations and returns their ids. @throws Error with a message for the operator. */
  readonly migrate: (config: DatabaseConfig) => Promise<readonly string[]>
  /** Standard output, for data. */
  readonly output: Writable
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>
  /** Passes the lines of a backup to `write`; see `store/backup.ts`. @throws Error with a message for the operator. */
  readonly backup: (
    config: DatabaseConfig,
    nowMs: number,
    write: (line: string) => Promise<void>,
  ) => Promise<void>
  /**
   * Restores the lines of a backup and returns the number of rows; see `store/restore.ts`.
   * @param replacesDemo true if a database that contains only the unchanged seeded project counts as empty.
   * @throws Error with a message for the operator.
   */
  readonly restore: (
    config: DatabaseConfig,
    nowMs: number,
    lines: AsyncIterable<string>,
    replacesDemo: boolean,
  ) => Promise<number>
  /** Restores the lines of a backup elsewhere, and opens its keys; see `check-backup.ts`. @throws RestoreError */
  readonly checkBackup: (
    config: Pick<Config, 'secretKeys'>,
    nowMs: number,
    lines: AsyncIterable<string>,
  ) => Promise<BackupCheck>
  /** Sends the requests of `doctor`. */
  readonly fetch: Fetch
  readonly probeSocket: ProbeSocket
}

export type Option = {
  /** Placeholder of its value; absent for a flag. */
  readonly value?: string
  readonly isRepeatable?: true
  readonly description: string
}

/** The arguments of a command, validated against its options. */
export type ParsedArguments = {
  /** As many as the command declares. */
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
  /** Placeholders of the arguments, all of them required; one in brackets is optional. */
  readonly positionals: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  readonly run: (args: ParsedArguments, ports: CliPorts) => Promise<ExitCode>
}

/** Options of every command. */
export const commonOptions: Readonly<Record<string, Option>> = {
  json: { description: 'Print JSON.' },
  help: { description: 'Print the help of the command.' },
}

export const configOption: Readonly<Record<string, Option>> = {
  config: { value: 'FILE', description: 'Configuration file; default: drawbridge.config.json.' },
}

/** The command line is invalid; the message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command failed; the message is one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
