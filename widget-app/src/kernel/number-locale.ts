import { numberLocale } from '#widget/lib/i18n/locale.ts'
import { languageAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { hostConfigAtom } from './config.ts'

/** The locale of numbers and dates: the host's, else that of the texts. */
export const localeAtom = atom((get) => {
  const { locale } = get(hostConfigAtom)
  return numberLocale([...(locale === undefined ? [] : [locale]), get(languageAtom).tag])
})
