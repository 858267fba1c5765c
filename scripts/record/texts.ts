import { ar } from '../../widget-app/src/i18n/ar.ts'
import { commonTexts } from '../../widget-app/src/i18n/common-messages.ts'
import { confirmTexts } from '../../widget-app/src/i18n/confirm-messages.ts'
import { eagerTexts } from '../../widget-app/src/i18n/eager-messages.ts'
import { languageLoaders } from '../../widget-app/src/i18n/languages.ts'
import { lazyTexts } from '../../widget-app/src/i18n/lazy-messages.ts'
import { reviewTexts } from '../../widget-app/src/i18n/review-messages.ts'
import type { Json } from './json-value.ts'

const keys = (texts: object): Json => Object.keys(texts).toSorted()

/** Keys of the messages on screen: English by when it loads, the other languages complete. */
export const i18n: Json = {
  languages: Object.keys(languageLoaders).toSorted(),
  common: keys(commonTexts),
  first: keys(eagerTexts),
  confirm: keys(confirmTexts),
  review: keys(reviewTexts),
  later: keys(lazyTexts),
  ar: keys(ar),
}
