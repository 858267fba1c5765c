import type { DatabaseConfig } from '../config/config-schema.ts'
import { type LoadedConfig, requireConfig, requireDatabase } from '../config/load-config.ts'
import type { CliIo, Given } from './command.ts'

/** Flags that set a key of the configuration. */
const flagKeys = { port: 'port', host: 'host', 'log-level': 'logLevel' } as const

/** The configuration that a command line names. @throws ConfigError with every mistake. */
export function configOf(given: Given, io: CliIo): Promise<LoadedConfig> {
  return requireConfig(sourcesOf(given, io))
}

/** The database that a command line names, whatever else the configuration says. @throws ConfigError with every mistake. */
export function databaseOf(given: Given, io: CliIo): Promise<DatabaseConfig> {
  return requireDatabase(sourcesOf(given, io))
}

/** Where a command line says that the configuration is. */
export function sourcesOf(given: Given, { environment, workingDirectory }: CliIo) {
  const flags = Object.entries(flagKeys).map(([flag, key]) => [key, given.text(flag)] as const)
  return { configFlag: given.text('config'), flags: Object.fromEntries(flags), environment, workingDirectory }
}
