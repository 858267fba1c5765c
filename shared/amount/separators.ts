/** A locale's separators of thousands and decimals. */
export type Separators = { readonly decimal: string; readonly group: string }

const cached = new Map<string, Separators>()

/** A locale's separators by `Intl` (BCP 47 tag); digits are always 0–9. Cached, because `Intl` is slow. */
export function separatorsOf(locale: string): Separators {
  const separators = cached.get(locale) ?? readSeparators(locale)
  cached.set(locale, separators)
  return separators
}

function readSeparators(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    minimumFractionDigits: 1,
    useGrouping: true,
  }).formatToParts(1_234_567n)
  const mark = (type: Intl.NumberFormatPartTypes, fallback: string): string =>
    parts.find((part) => part.type === type)?.value ?? fallback
  return { decimal: mark('decimal', '.'), group: mark('group', '') }
}
