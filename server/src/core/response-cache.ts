/** JSON of a response, and its entity tag unless the response is private. */
export type RouteResponse = { readonly text: string; readonly etag?: string }

/** UTF-16 units of all responses that are cached for one owner. */
const keptMaxLength = 4 * 1024 * 1024

/**
 * Caches serialized responses by owner and key. The entries of an owner are released with it; the oldest are evicted first,
 * because callers choose the keys.
 */
export function createResponseCache(maxLength = keptMaxLength) {
  const owners = new WeakMap<object, { readonly answers: Map<string, RouteResponse>; length: number }>()

  return {
    get: (owner: object, key: string): RouteResponse | undefined => owners.get(owner)?.answers.get(key),
    set: (owner: object, key: string, answer: RouteResponse): void => {
      const kept = owners.get(owner) ?? { answers: new Map(), length: 0 }
      owners.set(owner, kept)
      const lengthOf = (one: string, { text }: RouteResponse) => one.length + text.length
      const former = kept.answers.get(key)
      if (former !== undefined) kept.length -= lengthOf(key, former)
      kept.answers.set(key, answer)
      kept.length += lengthOf(key, answer)
      for (const [oldest, one] of kept.answers) {
        if (kept.length <= maxLength) break
        kept.answers.delete(oldest)
        kept.length -= lengthOf(oldest, one)
      }
    },
  }
}
