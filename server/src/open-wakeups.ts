import { createMemoryWakeups } from './adapters/wakeups/memory-wakeups.ts'
import { createPostgresWakeups } from './adapters/wakeups/postgres-wakeups.ts'
import { createRedisWakeups } from './adapters/wakeups/redis-wakeups.ts'
import { type Config, databaseLocation } from './config/config-schema.ts'
import type { Logger } from './ports/logger.ts'
import type { Wakeups } from './ports/wakeups.ts'

/** Wakeups over Redis if configured, else over Postgres; a single server on SQLite needs neither. */
export function openWakeups(config: Config, logger: Logger): Wakeups {
  const location = databaseLocation(config)
  if (location.is === 'sqlite') return createMemoryWakeups()
  const onError = (code: string) => logger.warn({ code }, 'wake-ups lost')
  return config.redis === undefined
    ? createPostgresWakeups({ url: location.url, onError })
    : createRedisWakeups({ url: config.redis, onError })
}
