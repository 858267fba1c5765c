import { destination, pino } from 'pino'
import type { Logger } from '../../ports/logger.ts'
import type { EventWriter } from '../../ports/stores/events.ts'
import { redactAccounts, redactAccountText } from './redact-accounts.ts'

/** Levels of the `logLevel` setting. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** Maximum length of buffered lines, in UTF-16 units; beyond it they are written at once. */
const bufferMaxLength = 16_000

/**
 * Collects the lines of one event loop iteration and writes them together: a write costs more than formatting a line. A
 * process that exits writes the buffered lines, unless it is killed. Does not use the buffer of pino's destination, which
 * waits for the disk on each flush if the log is a file.
 */
function collectLines(): { readonly write: (line: string) => void } {
  const output = destination({ sync: true })
  let buffer = ''
  const flush = () => {
    if (buffer === '') return
    const text = buffer
    buffer = ''
    output.write(text)
  }
  process.once('exit', flush)
  return {
    write: (line) => {
      if (buffer === '') setImmediate(flush)
      buffer += line
      if (buffer.length > bufferMaxLength) flush()
    },
  }
}

type Fields = Parameters<Logger['error']>[0]

/** Fields whose text may come from a node, a mail server or a library, and contain an address. */
const untrustedFields = ['message', 'stack'] as const

function redactFields(fields: Fields): Fields {
  const redactedEntries = untrustedFields.flatMap((name) => {
    const text = fields[name]
    return typeof text === 'string' ? [[name, redactAccountText(text)] as const] : []
  })
  return redactedEntries.length === 0 ? fields : { ...fields, ...Object.fromEntries(redactedEntries) }
}

/** Logs JSON lines to standard output, one per message. Addresses and keys in `message` and `stack` are removed. */
export function createJsonLog(level: LogLevel): Logger {
  const options = { level, base: null, formatters: { level: (label: string) => ({ level: label }) } }
  const log = pino(options, collectLines())
  return {
    debug: (fields, message) => log.debug(redactFields(fields), message),
    info: (fields, message) => log.info(redactFields(fields), message),
    warn: (fields, message) => log.warn(redactFields(fields), message),
    error: (fields, message) => log.error(redactFields(fields), message),
  }
}

/** Writes events to the log, one per line, without values that could identify an account. */
export function logEvents(logger: Logger): EventWriter {
  return async (records) => {
    for (const { kind, projectKey, content } of records)
      logger.info({ project: projectKey, event: redactAccounts(content) }, `${kind} event`)
  }
}
