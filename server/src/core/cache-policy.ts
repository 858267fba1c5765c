/**
 * Which caches may reuse a route's response, and for how long (RFC 9111). Responses that are not private depend on the path
 * and the query only, never on a request header: they need no `Vary`, and a shared cache may key them by URL.
 */
export type CachePolicy =
  /** Differs by caller, changes something, or is valid for one moment only: no cache stores it. */
  | { readonly is: 'private' }
  /** A function of the project, equal for all of its visitors. Serialized once per project in memory. */
  | { readonly is: 'project'; readonly sharedSeconds: number }
  /** Equal for all callers, and may change while the server runs. */
  | { readonly is: 'shared'; readonly sharedSeconds: number }
  /** Equal for all callers while the server runs. Serialized once per query. */
  | { readonly is: 'catalogue'; readonly sharedSeconds: number }

export const privateResponse: CachePolicy = { is: 'private' }
/** As long as a server caches a project: behind a shared cache, a change takes effect within twice this time. */
export const projectResponse: CachePolicy = { is: 'project', sharedSeconds: 5 }
export const sharedResponse: CachePolicy = { is: 'shared', sharedSeconds: 60 }
export const catalogueResponse: CachePolicy = { is: 'catalogue', sharedSeconds: 300 }

/**
 * `Cache-Control` of a policy. Browsers revalidate each time and get a 304 without a body: the operator could not revoke
 * what a browser cached for longer.
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
