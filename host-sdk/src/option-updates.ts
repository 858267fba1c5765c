import type { ThemeMode } from '../../shared/config/theme.ts'

/** Options that a page changed after it created its instance. */
export type OptionUpdates = {
  readonly themeMode?: ThemeMode
  readonly themeVariables?: unknown
  readonly analyticsConsent?: boolean
}
