/**
 * The URL that a text is, or undefined where it is none. Node 20's `URL.canParse`, once optimised, refuses every text with
 * characters from U+0080 to U+00FF, so nothing that runs on the server asks it.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
