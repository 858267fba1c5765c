/** JSON of a response, and its entity tag unless the response is private. */
export type RouteResponse = { readonly text: string; readonly etag?: string }

/** UTF-16 units of all responses that are cached for one owner. */
const defaultMaxLength = 4 * 1024 * 1024

/**
 * Caches serialized responses by owner and key. The entries of an owner are released with it; the oldest are evicted first,
 * because callers choose the keys.
 */
export function createResponseCache(maxLength = defaultMaxLength) {
  const owners = new WeakMap<object, { readonly responses: Map<string, RouteResponse>; length: number }>()

  return {
    get: (owner: object, key: string): RouteResponse | undefined => owners.get(owner)?.responses.get(key),
    set: (owner: object, key: string, response: RouteResponse): void => {
      const entry = owners.get(owner) ?? { responses: new Map(), length: 0 }
      owners.set(owner, entry)
      const lengthOf = (one: string, { text }: RouteResponse) => one.length + text.length
      const previous = entry.responses.get(key)
      if (previous !== undefined) entry.length -= lengthOf(key, previous)
      entry.responses.set(key, response)
      entry.length += lengthOf(key, response)
      for (const [oldest, one] of entry.responses) {
        if (entry.length <= maxLength) break
        entry.responses.delete(oldest)
        entry.length -= lengthOf(oldest, one)
      }
    },
  }
}
