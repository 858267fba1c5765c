/**
 * Parses a URL; undefined if the text is not one. Node 20's `URL.canParse`, once optimised, rejects every text with
 * characters from U+0080 to U+00FF, so code that runs on the server does not call it.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
