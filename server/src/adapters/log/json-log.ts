import { destination, pino } from 'pino'
import type { Logger } from '../../ports/logger.ts'
import type { EventWriter } from '../../ports/stores/events.ts'
import { redactAccounts, redactAccountText } from './redact-accounts.ts'

/** Levels of the `logLevel` setting. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** Of the lines that wait, in UTF-16 units; more are written at once. */
const waitingMaxLength = 16_000

/**
 * Collects the lines of one turn of the event loop, and writes them together: a write costs more than making a line. A
 * process that ends writes what waits, unless it is killed. Not by the buffer of pino's destination, which waits for the disk
 * with each flush where the log is a file.
 */
function collectLines(): { readonly write: (line: string) => void } {
  const output = destination({ sync: true })
  let waiting = ''
  const flush = () => {
    if (waiting === '') return
    const text = waiting
    waiting = ''
    output.write(text)
  }
  process.once('exit', flush)
  return {
    write: (line) => {
      if (waiting === '') setImmediate(flush)
      waiting += line
      if (waiting.length > waitingMaxLength) flush()
    },
  }
}

type Fields = Parameters<Logger['error']>[0]

/** Fields whose text may be that of a node, a mail server or a library, with an address in it. */
const foreignTexts = ['message', 'stack'] as const

function redacted(fields: Fields): Fields {
  const own = foreignTexts.flatMap((name) => {
    const text = fields[name]
    return typeof text === 'string' ? [[name, redactAccountText(text)] as const] : []
  })
  return own.length === 0 ? fields : { ...fields, ...Object.fromEntries(own) }
}

/** Lines of JSON on standard output, one per message. Addresses and keys in `message` and `stack` are removed. */
export function createJsonLog(level: LogLevel): Logger {
  const options = { level, base: null, formatters: { level: (label: string) => ({ level: label }) } }
  const log = pino(options, collectLines())
  return {
    debug: (fields, message) => log.debug(redacted(fields), message),
    info: (fields, message) => log.info(redacted(fields), message),
    warn: (fields, message) => log.warn(redacted(fields), message),
    error: (fields, message) => log.error(redacted(fields), message),
  }
}

/** Writes events to the log, one a line, without what could name an account. */
export function logEvents(logger: Logger): EventWriter {
  return async (records) => {
    for (const { kind, projectKey, content } of records)
      logger.info({ project: projectKey, event: redactAccounts(content) }, `${kind} event`)
  }
}
