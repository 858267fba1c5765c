import { displayOrigin } from '#widget/lib/text/origin-display.ts'

/** A name as it may be shown. `isStrange`: it holds letters that can be mistaken for others, and is shown encoded. */
export type DisplayName = { readonly text: string; readonly isStrange: boolean }

/**
 * A name as a person should see it: in its own letters where those cannot be mistaken for another name, else in
 * punycode. Pictures (emoji) count as letters that can be mistaken.
 * @example displayName('аnna.eth') // { text: 'xn--nna-5cd.eth', isStrange: true }, its first letter being Cyrillic
 */
export function displayName(name: string): DisplayName {
  if (/^[\x21-\x7e]+$/.test(name) && !/(?:^|\.)xn--/i.test(name)) return { text: name, isStrange: false }
  let host = ''
  try {
    host = new URL(`https://${name}`).hostname
  } catch {
    // No host is written like this; every letter by its number then.
  }
  if (host === '')
    return {
      text: name.replace(/[^\x21-\x7e]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`),
      isStrange: true,
    }
  const shown = displayOrigin(`https://${host}`)
  return { text: shown, isStrange: /(?:^|\.)xn--/.test(shown) }
}
