import { commonTexts } from '#widget/i18n/common-messages.ts'
import type { Message, Messages } from './message.ts'

const texts: Record<string, Message> = { ...commonTexts }

/** The English texts that have loaded; the fallback for missing translations. */
export const englishTexts: Messages = texts

/** Adds texts that only some documents have, or that load with later views. */
export const addEnglish = (more: Messages): void => {
  Object.assign(texts, more)
}
