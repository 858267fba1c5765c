import type { Message } from './message.ts'

export type Direction = 'ltr' | 'rtl'

/** A language as it is shown: its tag for `Intl`, its texts and its writing direction. */
export type Language = {
  readonly tag: string
  readonly direction: Direction
  readonly messages: { readonly [key: string]: Message }
}

/** Loads texts on demand, by language tag; English is always at hand. */
export type LanguageLoaders = {
  readonly [tag: string]: () => Promise<{ readonly [key: string]: Message }>
}

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Writing direction of a language tag (BCP 47). */
export const directionOf = (tag: string): Direction =>
  rightToLeft.has(tag.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'

/**
 * The first wish that can be met: the exact tag, else its language. `en` needs no loading, so a wish for English ends
 * the search.
 * @example matchLanguage(['ar-EG', 'de'], ['ar']) // 'ar'
 */
export function matchLanguage(wishes: readonly string[], available: readonly string[]): string | undefined {
  for (const wish of wishes) {
    const tag = wish.toLowerCase()
    const exact = available.find((one) => one.toLowerCase() === tag)
    if (exact !== undefined) return exact
    const language = tag.split('-')[0]
    if (language === 'en') return undefined
    const near = available.find((one) => one.toLowerCase() === language)
    if (near !== undefined) return near
  }
  return undefined
}

/** The locale for numbers and dates: the first wish that `Intl` accepts, else English. */
export function numberLocale(wishes: readonly string[]): string {
  for (const wish of wishes) {
    try {
      const [known] = Intl.NumberFormat.supportedLocalesOf([wish])
      if (known !== undefined) return known
    } catch {
      // A malformed tag is a wish that cannot be met.
    }
  }
  return 'en'
}
