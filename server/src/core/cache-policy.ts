/**
 * Who may reuse the answer of a route, and for how long (RFC 9111). Answers that are not private depend on the path and the query
 * alone, never on a header of the request: they need no `Vary`, and a shared cache may key them by their URL.
 */
export type CachePolicy =
  /** Belongs to one caller, changes something, or is of one moment: no cache stores it. */
  | { readonly is: 'private' }
  /** A function of the project: equal for all of its visitors. Serialized once for each project that is in memory. */
  | { readonly is: 'project'; readonly sharedSeconds: number }
  /** Equal for all callers, and may change while the server runs. */
  | { readonly is: 'shared'; readonly sharedSeconds: number }
  /** Equal for all callers for as long as the server runs. Serialized once for each query. */
  | { readonly is: 'catalogue'; readonly sharedSeconds: number }

export const privateAnswer: CachePolicy = { is: 'private' }
/** As long as a server keeps a project: a change takes effect within twice this time behind a shared cache. */
export const projectAnswer: CachePolicy = { is: 'project', sharedSeconds: 5 }
export const sharedAnswer: CachePolicy = { is: 'shared', sharedSeconds: 60 }
export const catalogueAnswer: CachePolicy = { is: 'catalogue', sharedSeconds: 300 }

/**
 * `Cache-Control` of a policy. Browsers ask each time, and get a 304 without a body: what they kept longer no operator could
 * take back.
 */
export const cacheControl = (policy: CachePolicy): string =>
  policy.is === 'private'
    ? 'no-store'
    : `public, max-age=0, s-maxage=${policy.sharedSeconds}, must-revalidate`

/** A strong entity tag: the start of the SHA-256 of the text. */
export async function entityTag(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `"${[...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** Whether `If-None-Match` has the tag (RFC 9110 §13.1.2), by weak comparison. */
export const matchesTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false
