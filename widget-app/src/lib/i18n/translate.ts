import type { En } from '#widget/i18n/en.ts'
import { atom, useAtomValue } from '../state.ts'
import { englishTexts } from './english.ts'
import { directionOf, type Language, type LanguageLoaders, matchLanguage } from './locale.ts'
import { type ArgumentsOf, formatMessage, type Message } from './message.ts'

export type MessageKey = keyof En

/** Returns a text by key; a missing or superfluous parameter is a type error. */
export type Translate = <Key extends MessageKey>(key: Key, ...params: ArgumentsOf<En[Key]>) => string

const english: Language = { tag: 'en', direction: 'ltr', messages: englishTexts }

/** Creates `t` for one language; missing translations fall back to English. */
export function translator(language: Language): Translate {
  return (key, ...[params = {}]) => {
    const translated: Message | undefined = language.messages[key]
    return translated === undefined
      ? formatMessage(englishTexts[key] ?? key, params, english)
      : formatMessage(translated, params, language)
  }
}

const currentLanguageAtom = atom<Language>(english)

/** The displayed language. */
export const languageAtom = atom((get) => get(currentLanguageAtom))

/** Texts of the current language, for code outside components. */
export const translateAtom = atom((get) => translator(get(currentLanguageAtom)))

/** Loads the best of the requested languages and shows it; unchanged if loading fails. */
export const chooseLanguageAtom = atom(
  null,
  async (_get, set, requestedTags: readonly string[], loaders: LanguageLoaders): Promise<void> => {
    const tag = matchLanguage(requestedTags, Object.keys(loaders))
    const load = tag === undefined ? undefined : loaders[tag]
    if (tag === undefined || !load) {
      set(currentLanguageAtom, english)
      return
    }
    set(currentLanguageAtom, { tag, direction: directionOf(tag), messages: await load() })
  },
)

/** `t` of the current language. */
export const useT = (): Translate => useAtomValue(translateAtom)
