import type { DatabaseConfig } from '../config/config-schema.ts'
import { type LoadedConfig, requireConfig, requireDatabase } from '../config/load-config.ts'
import type { CliIo, Given } from './command.ts'

/** Flags that set a configuration key. */
const flagKeys = { port: 'port', host: 'host', 'log-level': 'logLevel' } as const

/** Loads the configuration that a command line selects. @throws ConfigError with every problem. */
export function configOf(given: Given, io: CliIo): Promise<LoadedConfig> {
  return requireConfig(sourcesOf(given, io))
}

/**
 * Loads only the database settings that a command line selects; ignores other problems. @throws ConfigError with every
 * problem.
 */
export function databaseOf(given: Given, io: CliIo): Promise<DatabaseConfig> {
  return requireDatabase(sourcesOf(given, io))
}

/** The sources of the configuration that a command line selects. */
export function sourcesOf(given: Given, { environment, workingDirectory }: CliIo) {
  const flags = Object.entries(flagKeys).map(([flag, key]) => [key, given.text(flag)] as const)
  return { configFlag: given.text('config'), flags: Object.fromEntries(flags), environment, workingDirectory }
}
