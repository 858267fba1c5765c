import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { sanitizeSentence } from './text/sanitize-text.ts'

/** What support or a developer needs; `text` is a developer's sentence, perhaps the wallet's own. */
export type ErrorDetails = { readonly code: string; readonly text: string }

const textMaxLength = 300

/** Code and message of anything thrown. */
export const errorDetails = (thrown: unknown): ErrorDetails => ({
  code: isProviderRpcError(thrown) || isWidgetError(thrown) ? String(thrown.code) : 'unexpected',
  text: thrown instanceof Error ? sanitizeSentence(thrown.message, textMaxLength) : '',
})
