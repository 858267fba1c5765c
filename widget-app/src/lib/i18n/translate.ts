import type { En } from '#widget/i18n/en.ts'
import { atom, useAtomValue } from '../state.ts'
import { englishTexts } from './english.ts'
import { directionOf, type Language, type LanguageLoaders, matchLanguage } from './locale.ts'
import { type ArgumentsOf, formatMessage, type Message } from './message.ts'

export type MessageKey = keyof En

/** Gives a text by key; a missing or superfluous parameter is a type error. */
export type Translate = <Key extends MessageKey>(key: Key, ...params: ArgumentsOf<En[Key]>) => string

const english: Language = { tag: 'en', direction: 'ltr', messages: englishTexts }

/** Letters that turn what stands beside them around (Unicode blocks of bidirectional class R and AL). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A name, an amount or an address keeps its own order in a text of the other direction (Unicode isolates), and leaves the
 * text its order.
 */
const isolated = (params: Readonly<Record<string, string | number>>, isRtl: boolean) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && (isRtl || rightToLeft.test(value)) ? `\u2068${value}\u2069` : value,
    ]),
  )

/** Makes `t` for one language; what the language lacks comes in English. */
export function translator(language: Language): Translate {
  return (key, ...[params = {}]) => {
    const own: Message | undefined = language.messages[key]
    return own === undefined
      ? formatMessage(englishTexts[key] ?? key, isolated(params, false), english.tag)
      : formatMessage(own, isolated(params, language.direction === 'rtl'), language.tag)
  }
}

const chosenAtom = atom<Language>(english)

/** The language on screen. */
export const languageAtom = atom((get) => get(chosenAtom))

/** Texts of the current language, for code outside components. */
export const translateAtom = atom((get) => translator(get(chosenAtom)))

/** Loads the best language for the wishes and shows it; stays as it is when that fails. */
export const chooseLanguageAtom = atom(
  null,
  async (_get, set, wishes: readonly string[], loaders: LanguageLoaders): Promise<void> => {
    const tag = matchLanguage(wishes, Object.keys(loaders))
    const load = tag === undefined ? undefined : loaders[tag]
    if (tag === undefined || !load) {
      set(chosenAtom, english)
      return
    }
    set(chosenAtom, { tag, direction: directionOf(tag), messages: await load() })
  },
)

/** `t` of the current language. */
export const useT = (): Translate => useAtomValue(translateAtom)
