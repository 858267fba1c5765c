import type { ThemeMode } from '../../shared/config/theme.ts'
import { providerCodes } from '../../shared/errors/provider-error.ts'

/** Options that a page changed after it created its instance. */
export type OptionUpdates = {
  readonly themeMode?: ThemeMode
  readonly themeVariables?: unknown
  readonly analyticsConsent?: boolean
}

/** Stores a change for later documents and sends it, unless it is valid and `hasFrame` is false. Rejects as `send`. */
export type UpdateOptions = (
  change: OptionUpdates,
  send: () => Promise<void>,
  isValid: boolean,
) => Promise<void>

/** Creates the function that changes options; `changed` returns all changes, which each new document receives too. */
export function createOptionUpdates(hasFrame: () => boolean): {
  readonly update: UpdateOptions
  changed(): OptionUpdates
} {
  let changes: OptionUpdates = {}
  return {
    changed: () => changes,
    update: async (change, send, isValid) => {
      const before = changes
      if (isValid) changes = { ...changes, ...change }
      try {
        // A value that may be invalid is sent at once, because only the widget can report the problem.
        if (hasFrame() || !isValid) await send()
      } catch (error) {
        if (Object(error).code === providerCodes.invalidParams) changes = before
        throw error
      }
    },
  }
}
