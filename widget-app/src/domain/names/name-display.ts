import { displayOrigin } from '#widget/lib/text/origin-display.ts'

/** A name for display. `isStrange`: it contains letters that resemble others, and is shown encoded. */
export type DisplayName = { readonly text: string; readonly isStrange: boolean }

/**
 * A name for display: in its own script if it cannot be confused with another name, otherwise in punycode. Emoji count as
 * confusable.
 * @example displayName('аnna.eth') // { text: 'xn--nna-5cd.eth', isStrange: true }, its first letter being Cyrillic
 */
export function displayName(name: string): DisplayName {
  if (/^[\x21-\x7e]+$/.test(name) && !/(?:^|\.)xn--/i.test(name)) return { text: name, isStrange: false }
  let host = ''
  try {
    host = new URL(`https://${name}`).hostname
  } catch {
    // Not a valid hostname; each character is shown by its code point.
  }
  if (host === '')
    return {
      text: name.replace(/[^\x21-\x7e]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`),
      isStrange: true,
    }
  const displayed = displayOrigin(`https://${host}`)
  return { text: displayed, isStrange: /(?:^|\.)xn--/.test(displayed) }
}
