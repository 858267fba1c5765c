/** Maximum of cached results, and maximum text length of all and of each; about 2 MB at worst. */
export const cachedReadLimit = 512
export const cachedTextLimit = 1_000_000
const entryTextLimit = 128 * 1024

export type RpcCache = {
  get(key: string): { readonly result: unknown } | undefined
  set(key: string, result: unknown): void
}

/** Caches immutable results and evicts the least recently used; bounded in number and size. */
export function createRpcCache(): RpcCache {
  const entries = new Map<string, { readonly result: unknown; readonly length: number }>()
  let length = 0
  const evict = (key: string) => {
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
    set: (key, result) => {
      const entryLength = key.length + JSON.stringify(result).length
      if (entryLength > entryTextLimit) return
      evict(key)
      entries.set(key, { result, length: entryLength })
      length += entryLength
      for (const oldest of entries.keys()) {
        if (entries.size <= cachedReadLimit && length <= cachedTextLimit) break
        evict(oldest)
      }
    },
  }
}
