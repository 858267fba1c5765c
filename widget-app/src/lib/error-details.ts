import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { cleanSentence } from './text/sanitize-text.ts'

/** What support or a developer needs; `text` is a developer's sentence, perhaps the wallet's own. */
export type Fault = { readonly code: string; readonly text: string }

const textMaxLength = 300

/** Code and message of anything thrown. */
export const faultOf = (thrown: unknown): Fault => ({
  code: isProviderRpcError(thrown) || isWidgetError(thrown) ? String(thrown.code) : 'unexpected',
  text: thrown instanceof Error ? cleanSentence(thrown.message, textMaxLength) : '',
})
