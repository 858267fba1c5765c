/** A URI in the letters of RFC 3986. */
export const uriPattern = /^[a-z][a-z0-9+.-]*:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/i

/** The authority of an origin, `shop.example:8443`: what a message calls the site. */
export const domainOf = (origin: string): string => new URL(origin).host

/** An address inside the site, else the site itself: no message names a page of another origin. */
export function uriWithin(origin: string, wish: string | undefined): string {
  // A browser reads a backslash as a slash, others do not: only what all read alike is taken.
  const isPlain = wish !== undefined && uriPattern.test(wish) && URL.canParse(wish)
  return isPlain && new URL(wish).origin === origin ? wish : origin
}
