import type { DatabaseConfig } from '../config/config-schema.ts'
import { type LoadedConfig, requireConfig, requireDatabase } from '../config/load-config.ts'
import type { CliPorts, ParsedArguments } from './command.ts'

/** Flags that set a configuration key. */
const flagKeys = { port: 'port', host: 'host', 'log-level': 'logLevel' } as const

/** Loads the configuration that a command line selects. @throws ConfigError with every problem. */
export function configOf(args: ParsedArguments, ports: CliPorts): Promise<LoadedConfig> {
  return requireConfig(sourcesOf(args, ports))
}

/**
 * Loads only the database settings that a command line selects; ignores other problems. @throws ConfigError with every
 * problem.
 */
export function databaseOf(args: ParsedArguments, ports: CliPorts): Promise<DatabaseConfig> {
  return requireDatabase(sourcesOf(args, ports))
}

/** The sources of the configuration that a command line selects. */
export function sourcesOf(args: ParsedArguments, { environment, workingDirectory }: CliPorts) {
  const flags = Object.entries(flagKeys).map(([flag, key]) => [key, args.text(flag)] as const)
  return { configFlag: args.text('config'), flags: Object.fromEntries(flags), environment, workingDirectory }
}
