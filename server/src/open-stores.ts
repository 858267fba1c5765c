import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { socketPathOf } from './adapters/command-socket/protocol.ts'
import { serveStores } from './adapters/command-socket/serve-stores.ts'
import { type Config, databaseLocation } from './config/config-schema.ts'
import { createRecoveryCommands } from './core/embedded/recovery-commands.ts'
import type { Logger } from './ports/logger.ts'
import type { Stores } from './ports/stores/stores.ts'
import { cacheProjects } from './store/project-cache.ts'
import { openPostgresStores, openSqliteStores } from './store/stores.ts'

const withCachedProjects = (stores: Stores): Stores => ({
  ...stores,
  projects: cacheProjects(stores.projects),
})

/** Opens the stores of the configured database, and what closes them. Those of a file also serve the commands of this machine. */
export async function openStores(
  config: Config,
  logger: Logger,
): Promise<readonly [Stores, () => Promise<void>]> {
  const location = databaseLocation(config)
  if (location.is === 'postgres') {
    const onIdleError = (error: Error) => logger.warn({ message: error.message }, 'database connection lost')
    const stores = withCachedProjects(await openPostgresStores({ url: location.url, onIdleError }))
    return [stores, stores.close]
  }
  const file = resolve(location.file)
  const stores = withCachedProjects(await openSqliteStores({ file }))
  try {
    const recoveryCommands = createRecoveryCommands(stores.recoveries, Date.now)
    const socket = await serveStores({ ...stores, recoveryCommands }, socketPathOf(realpathSync(file)))
    return [
      stores,
      async () => {
        await socket.close()
        await stores.close()
      },
    ]
  } catch (error) {
    logger.warn({ message: String(error) }, 'commands cannot reach this server')
    return [stores, stores.close]
  }
}
