import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { sanitizeSentence } from './text/sanitize-text.ts'

/** For support and developers; `text` is an error message, possibly the wallet's own. */
export type ErrorDetails = { readonly code: string; readonly text: string }

const textMaxLength = 300

/** Code and message of any thrown value. */
export const errorDetails = (thrown: unknown): ErrorDetails => ({
  code: isProviderRpcError(thrown) || isWidgetError(thrown) ? String(thrown.code) : 'unexpected',
  text: thrown instanceof Error ? sanitizeSentence(thrown.message, textMaxLength) : '',
})
