/** Maximum of cached results, and maximum text length of all and of each; about 2 MB at worst. */
export const cachedReadLimit = 512
export const cachedTextLimit = 1_000_000
const entryTextLimit = 128 * 1024

export type RpcCache = {
  get(key: string): { readonly answer: unknown } | undefined
  keep(key: string, answer: unknown): void
}

/** Caches immutable results and evicts the least recently used; bounded in number and size. */
export function createRpcCache(): RpcCache {
  const entries = new Map<string, { readonly answer: unknown; readonly length: number }>()
  let length = 0
  const drop = (key: string) => {
    length -= entries.get(key)?.length ?? 0
    entries.delete(key)
  }

  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    keep: (key, answer) => {
      const own = key.length + JSON.stringify(answer).length
      if (own > entryTextLimit) return
      drop(key)
      entries.set(key, { answer, length: own })
      length += own
      for (const oldest of entries.keys()) {
        if (entries.size <= cachedReadLimit && length <= cachedTextLimit) break
        drop(oldest)
      }
    },
  }
}
