import { languageLoaders } from '#widget/i18n/languages.ts'
import { chooseLanguageAtom, languageAtom } from '#widget/lib/i18n/translate.ts'
import type { Store } from '#widget/lib/state.ts'

/** Loads a language and applies it to the document; English if it cannot be loaded. */
export async function loadLanguage(
  store: Store,
  document: Pick<Document, 'documentElement'>,
  requestedTags: readonly string[],
): Promise<void> {
  await store.set(chooseLanguageAtom, [...requestedTags], languageLoaders).catch(() => undefined)
  const { tag, direction } = store.get(languageAtom)
  document.documentElement.lang = tag
  document.documentElement.dir = direction
}
