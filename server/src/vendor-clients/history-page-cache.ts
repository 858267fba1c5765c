import { LRUCache } from 'lru-cache'
import type { Clock } from '../ports/clock.ts'
import type { HistoryPage, HistorySource } from '../ports/sources/history.ts'

/** A page takes several requests of a vendor's limit; within this time all callers share it. */
const keptMs = 10_000
const keptPages = 500

/** Caches pages by request, also while they are in flight. Failures are not cached. */
export function cacheHistoryPages(page: HistorySource['page'], now: Clock): HistorySource['page'] {
  const kept = new LRUCache<string, { readonly page: Promise<HistoryPage> }>({
    ...{ max: keptPages, ttl: keptMs, perf: { now }, ttlResolution: 0 },
  })
  return (chainId, address, cursor) => {
    const key = JSON.stringify([chainId, address.toLowerCase(), cursor])
    const known = kept.get(key)
    if (known) return known.page
    const entry = { page: page(chainId, address, cursor) }
    kept.set(key, entry)
    entry.page.catch(() => {
      if (kept.peek(key) === entry) kept.delete(key)
    })
    return entry.page
  }
}
