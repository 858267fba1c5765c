import { LRUCache } from 'lru-cache'
import type { Clock } from '../ports/clock.ts'
import type { HistoryPage, HistorySource } from '../ports/sources/history.ts'

/** A page takes several requests of a vendor's limit; within this time all callers share it. */
const lifetimeMs = 10_000
const maxPages = 500

/** Caches pages by request, also while they are in flight. Failures are not cached. */
export function cacheHistoryPages(page: HistorySource['page'], now: Clock): HistorySource['page'] {
  const cache = new LRUCache<string, { readonly page: Promise<HistoryPage> }>({
    ...{ max: maxPages, ttl: lifetimeMs, perf: { now }, ttlResolution: 0 },
  })
  return (chainId, address, cursor) => {
    const key = JSON.stringify([chainId, address.toLowerCase(), cursor])
    const cached = cache.get(key)
    if (cached) return cached.page
    const entry = { page: page(chainId, address, cursor) }
    cache.set(key, entry)
    entry.page.catch(() => {
      if (cache.peek(key) === entry) cache.delete(key)
    })
    return entry.page
  }
}
