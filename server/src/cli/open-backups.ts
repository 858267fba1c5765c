import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { databaseLocation } from '../config/config-schema.ts'
import { createSeededProject } from '../core/documents/first-project.ts'
import { backup } from '../store/backup.ts'
import { openPostgresDatabase } from '../store/postgres-database.ts'
import { NotEmptyError, restore } from '../store/restore.ts'
import { openSqliteDatabase, sqliteSnapshots } from '../store/sqlite-database.ts'
import { type CliPorts, CommandError } from './command.ts'

/** Creates `CliPorts.backup` for the configured database, also while a server uses it. */
export function createBackup(workingDirectory: string): CliPorts['backup'] {
  return async (config, nowMs, write) => {
    const location = databaseLocation(config)
    if (location.is === 'sqlite') {
      const file = resolve(workingDirectory, location.file)
      if (!existsSync(file)) throw new CommandError(`There is no database ${file}.`)
      return backup(sqliteSnapshots(file), nowMs, write)
    }
    const database = openPostgresDatabase({ url: location.url, poolSize: 1 })
    try {
      await backup(database, nowMs, write)
    } finally {
      await database.close()
    }
  }
}

/** Creates `CliPorts.restore` for the configured database. */
export function createRestore(workingDirectory: string): CliPorts['restore'] {
  return async (config, nowMs, lines, replacesDemo) => {
    const location = databaseLocation(config)
    const database =
      location.is === 'sqlite'
        ? await openSqliteDatabase(resolve(workingDirectory, location.file))
        : openPostgresDatabase({ url: location.url, poolSize: 1 })
    try {
      return await restore(database, lines, nowMs, replacesDemo ? createSeededProject('', 0) : undefined)
    } catch (error) {
      if (replacesDemo || !(error instanceof NotEmptyError)) throw error
      throw new CommandError(
        `${error.message} With --replace-demo, the project demo that a server adds to an empty database is replaced, if it is unchanged and nothing else is stored.`,
      )
    } finally {
      await database.close()
    }
  }
}
