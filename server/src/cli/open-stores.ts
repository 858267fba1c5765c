import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { socketPathOf } from '../adapters/command-socket/protocol.ts'
import { connectStores } from '../adapters/command-socket/remote-stores.ts'
import { type DatabaseConfig, databaseLocation } from '../config/config-schema.ts'
import { createRecoveryCommands } from '../core/embedded/recovery-commands.ts'
import type { Stores } from '../ports/stores/stores.ts'
import { SqliteFileError } from '../store/sqlite-database.ts'
import { migratePostgres, openPostgresStores, openSqliteStores } from '../store/stores.ts'
import { type CliPorts, CommandError } from './command.ts'

const withRecoveries = (stores: Stores) => ({
  ...stores,
  recoveryCommands: createRecoveryCommands(stores.recoveries, Date.now),
})

/** Opens the SQLite file or, if a running server has it open, the server's socket. */
async function openSqliteFile(file: string): ReturnType<CliPorts['openStores']> {
  try {
    return withRecoveries(await openSqliteStores({ file }))
  } catch (error) {
    if (!(error instanceof SqliteFileError)) throw error
    const remote = existsSync(file) ? await connectStores(socketPathOf(realpathSync(file))) : undefined
    if (remote) return remote
    throw error
  }
}

/** Creates `CliPorts.openStores` for the configured database. */
export function createOpenStores(workingDirectory: string): CliPorts['openStores'] {
  return async (config, use) => {
    const location = databaseLocation(config)
    if (location.is === 'postgres')
      return withRecoveries(await openPostgresStores({ url: location.url, poolSize: 1 }))
    const file = resolve(workingDirectory, location.file)
    if (use === 'existing' && !existsSync(file))
      throw new CommandError(
        `There is no database ${file} yet. drawbridge serve and drawbridge project add make one in the working folder.`,
      )
    return openSqliteFile(file)
  }
}

/** Creates `CliPorts.migrate` for the configured database. */
export function createMigrate(
  workingDirectory: string,
): (config: DatabaseConfig) => Promise<readonly string[]> {
  return async (config) => {
    const location = databaseLocation(config)
    if (location.is === 'postgres') return migratePostgres({ url: location.url })
    // Opening a SQLite file migrates it.
    const stores = await openSqliteStores({ file: resolve(workingDirectory, location.file) })
    await stores.close()
    return []
  }
}
