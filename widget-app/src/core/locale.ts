import { numberLocale } from '#widget/lib/i18n/locale.ts'
import { languageAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { hostConfigAtom } from './config.ts'

/** The locale of numbers and dates: the language of the messages, in the host's region of it. */
export const localeAtom = atom((get) => numberLocale(get(languageAtom).tag, get(hostConfigAtom).locale))
