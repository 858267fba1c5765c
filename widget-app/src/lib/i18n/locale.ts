import type { Message } from './message.ts'

export type Direction = 'ltr' | 'rtl'

/** A displayed language: its tag for `Intl`, its texts and its writing direction. */
export type Language = {
  readonly tag: string
  readonly direction: Direction
  readonly messages: { readonly [key: string]: Message }
}

/** Loads texts on demand, by language tag; English is always loaded. */
export type LanguageLoaders = {
  readonly [tag: string]: () => Promise<{ readonly [key: string]: Message }>
}

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Writing direction of a language tag (BCP 47). */
export const directionOf = (tag: string): Direction =>
  rightToLeft.has(tag.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'

/**
 * Returns the first requested language that is available: the exact tag, else its language. `en` needs no loading, so a
 * request for English ends the search.
 * @example matchLanguage(['ar-EG', 'de'], ['ar']) // 'ar'
 */
export function matchLanguage(
  requestedTags: readonly string[],
  available: readonly string[],
): string | undefined {
  for (const requested of requestedTags) {
    const tag = requested.toLowerCase()
    const exact = available.find((one) => one.toLowerCase() === tag)
    if (exact !== undefined) return exact
    const language = tag.split('-')[0]
    if (language === 'en') return undefined
    const sameLanguage = available.find((one) => one.toLowerCase() === language)
    if (sameLanguage !== undefined) return sameLanguage
  }
  return undefined
}

/** The decimal separator, with Latin digits as in every amount of the widget. */
const decimalMark = (locale: string): string | undefined =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value

/**
 * The locale for numbers and dates: the language of the texts, in the region of `requested` if that is a region of the same
 * language with the same decimal mark. So "1.234" never means one thousand in English text: not with `da`, nor with
 * `en-DK`. Extensions and scripts of `requested` are dropped. English if `language` is no tag.
 * @example numberLocale('en', 'en-GB') // 'en-GB'
 */
export function numberLocale(language: string, requested: string | undefined): string {
  try {
    const [supported = 'en'] = Intl.NumberFormat.supportedLocalesOf([language])
    return regional(supported, requested) ?? supported
  } catch {
    // A malformed tag names no language.
    return 'en'
  }
}

function regional(supported: string, requested: string | undefined): string | undefined {
  if (requested === undefined) return undefined
  try {
    const { language, region } = new Intl.Locale(requested)
    if (region === undefined || language !== new Intl.Locale(supported).language) return undefined
    const [locale] = Intl.NumberFormat.supportedLocalesOf([`${language}-${region}`])
    return locale !== undefined && decimalMark(locale) === decimalMark(supported) ? locale : undefined
  } catch {
    return undefined
  }
}
