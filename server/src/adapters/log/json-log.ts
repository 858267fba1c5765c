import { destination, pino } from 'pino'
import type { EventWriter } from '../../ports/events.ts'
import type { Logger } from '../../ports/logger.ts'
import { withoutAccounts } from './without-accounts.ts'

/** Levels of the `logLevel` setting. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** What waits at most, in bytes; the rest of a longer turn is written at once. */
const waitingMaxBytes = 16_000

/**
 * Lines of JSON on standard output, one per message. Lines of one turn of the event loop share a write, which costs more than
 * making them; a process that ends writes what waits, unless it is killed.
 */
export function createJsonLog(level: LogLevel): Logger {
  const output = destination({ sync: true, minLength: waitingMaxBytes })
  const log = pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } }, output)
  const flush = () => output.flushSync()
  process.once('exit', flush)
  let isScheduled = false
  const flushSoon = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      flush()
    })
  }
  const writer =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (fields: Readonly<Record<string, unknown>>, message: string) => {
      if (!log.isLevelEnabled(severity)) return
      log[severity](fields, message)
      flushSoon()
    }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** Writes events to the log, one a line, without what could name an account. */
export function logEvents(logger: Logger): EventWriter {
  return async (records) => {
    for (const { kind, projectKey, content } of records)
      logger.info({ project: projectKey, event: withoutAccounts(content) }, `${kind} event`)
  }
}
