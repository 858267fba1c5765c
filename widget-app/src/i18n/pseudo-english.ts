import { pseudoMessages } from '#widget/lib/i18n/pseudo.ts'
import { en } from './en.ts'

/** English with accents and 40 % more length, to find texts that do not fit or are not translated. */
export const pseudoEnglish = pseudoMessages(en)
