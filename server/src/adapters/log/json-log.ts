import { pino } from 'pino'
import type { EventSink } from '../../ports/events.ts'
import type { Logger } from '../../ports/logger.ts'

/** Levels of the `logLevel` setting. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** Lines of JSON on standard output, one per message. */
export function createJsonLog(level: LogLevel): Logger {
  const log = pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } })
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  }
}

/** Writes analytics events to the log; drops them when it has none. */
export function logEvents(logger: Logger): EventSink {
  return {
    add: async (projectKey, events) => {
      for (const event of events) logger.info({ project: projectKey, event }, 'analytics event')
    },
  }
}

export const noEvents: EventSink = { add: async () => undefined }
