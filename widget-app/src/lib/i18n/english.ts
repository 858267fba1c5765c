import { firstTexts } from '#widget/i18n/first-texts.ts'
import type { Message, Messages } from './message.ts'

const texts: Record<string, Message> = { ...firstTexts }

/** The English texts that are loaded by now; what a missing translation falls back to as well. */
export const englishTexts: Messages = texts

/** Adds the texts of views that load later. */
export const addEnglish = (more: Messages): void => {
  Object.assign(texts, more)
}
