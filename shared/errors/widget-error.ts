import type { WidgetErrorCode } from './codes.ts'

/**
 * The one error class of the widget and its SDK: a stable code, a plain message, optional data.
 * Words for people are chosen at the screen from the code; `message` is for developers, except where the spec
 * names an exact text.
 */
export class WidgetError extends Error {
  override readonly name = 'WidgetError'
  readonly code: WidgetErrorCode
  readonly data: unknown

  constructor(code: WidgetErrorCode, message: string, options: { cause?: unknown; data?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.data = options.data
  }
}

/** Whether a thrown value is a `WidgetError`, optionally of one code. */
export const isWidgetError = (value: unknown, code?: WidgetErrorCode): value is WidgetError =>
  value instanceof WidgetError && (code === undefined || value.code === code)
