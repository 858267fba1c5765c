/** A URI in the characters of RFC 3986. */
export const uriPattern = /^[a-z][a-z0-9+.-]*:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/i

/** The authority of an origin, `shop.example:8443`: the host in a message. */
export const domainOf = (origin: string): string => new URL(origin).host

/** Returns the URI if it is within the origin, else the origin: no message names a page of another origin. */
export function uriWithin(origin: string, requested: string | undefined): string {
  // Browsers read a backslash as a slash, other parsers do not: only URIs that all parse alike are accepted.
  const isPlain = requested !== undefined && uriPattern.test(requested) && URL.canParse(requested)
  return isPlain && new URL(requested).origin === origin ? requested : origin
}
