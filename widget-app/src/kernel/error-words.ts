import type { Happened } from './events.ts'

/** Addresses, hashes, keys and pairing codes are words of this length; words of a language are not. */
const secretWord = /[a-z0-9]{25,}/gi

const messageMaxLength = 300
const stackMaxLength = 2_000

const tellable = (text: string, maxLength: number): string =>
  text.replace(secretWord, '…').slice(0, maxLength)

/** What an error says, without addresses and keys, to be told as an event. */
export const errorMessage = (cause: unknown): string =>
  tellable(cause instanceof Error ? cause.message : String(cause), messageMaxLength)

/** A fault of the widget's own code as an event. `uncaught`: nothing has caught it. */
export function internalError(cause: unknown, uncaught: boolean): Happened {
  const isError = cause instanceof Error
  return {
    event: 'INTERNAL_SDK_ERROR',
    properties: {
      errorType: isError ? cause.name : typeof cause,
      errorMessage: errorMessage(cause),
      stackTrace: tellable((isError && cause.stack) || '', stackMaxLength),
      uncaught,
    },
  }
}
