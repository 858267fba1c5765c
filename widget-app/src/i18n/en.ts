import { commonTexts } from './common-texts.ts'
import { firstTexts } from './first-texts.ts'
import { laterTexts } from './later-texts.ts'
import { reviewTexts } from './review-texts.ts'

/**
 * Every text on screen, in English; the typed source of all languages. Sentence case, verbs on buttons, no
 * exclamation marks. The texts which the specification fixes are kept word for word.
 */
export const en = { ...commonTexts, ...firstTexts, ...reviewTexts, ...laterTexts } as const

export type En = typeof en
