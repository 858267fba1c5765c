import type { LanguageLoaders } from '#widget/lib/i18n/locale.ts'

/** Languages besides English, each a file of its own. `en-XA` is the pseudo language for layout tests. */
export const languageLoaders: LanguageLoaders = {
  ar: async () => (await import('./ar.ts')).ar,
  'en-XA': async () => (await import('./pseudo-english.ts')).pseudoEnglish,
}
