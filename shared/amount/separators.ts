/** The marks a locale writes between thousands and before decimals. */
export type Separators = { readonly decimal: string; readonly group: string }

/** Reads a locale's separators from `Intl` (BCP 47 tag); digits are always 0–9. */
export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    minimumFractionDigits: 1,
    useGrouping: true,
  }).formatToParts(1_234_567n)
  const mark = (type: Intl.NumberFormatPartTypes, fallback: string): string =>
    parts.find((part) => part.type === type)?.value ?? fallback
  return { decimal: mark('decimal', '.'), group: mark('group', '') }
}
