import type { WidgetErrorCode } from './codes.ts'

/**
 * The only error class of the widget and its SDK: a stable code, a plain message, optional data. The view selects the user's
 * message by the code; `message` is for developers, except where the spec fixes an exact text.
 */
export class WidgetError extends Error {
  override readonly name = 'WidgetError'
  // `declare`, because a field would also be emitted without its assignment.
  declare readonly code: WidgetErrorCode
  declare readonly data: unknown

  constructor(code: WidgetErrorCode, message: string, options: { cause?: unknown; data?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.data = options.data
  }
}

/** True if a thrown value is a `WidgetError`, optionally of one code. */
export const isWidgetError = (value: unknown, code?: WidgetErrorCode): value is WidgetError =>
  value instanceof WidgetError && (code === undefined || value.code === code)
