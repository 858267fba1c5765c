import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import type { Clock } from '../../ports/clock.ts'

type Entry = {
  readonly result: unknown
  /** Set for a read of the latest state: the newest block that it saw. */
  readonly seenBlock?: bigint
}

export type CacheLimits = {
  /** Estimated memory of all results; 0 turns the cache off. */
  readonly maxBytes: number
  /** A larger result is not cached. */
  readonly maxResultBytes: number
}

/** What a parsed JSON value takes in memory, by its text's length, roughly, together with that text, which answers share. */
const bytesPerCharacter = 3
const entryBytes = 256

/** Results of all chains, bounded by bytes, least recently used first out. */
export function createResultCache(limits: CacheLimits, now: Clock) {
  const entries =
    limits.maxBytes === 0
      ? undefined
      : new LRUCache<string, Entry>({
          maxSize: limits.maxBytes,
          maxEntrySize: limits.maxResultBytes,
          perf: { now },
          ttlResolution: 0,
        })

  return {
    /** The entry of a key; with `head`, only if it saw that block or a later one. */
    get: (key: string, head: bigint): Entry | undefined => {
      const entry = entries?.get(key)
      return entry?.seenBlock === undefined || entry.seenBlock >= head ? entry : undefined
    },
    /**
     * Stores a result; null stands for what does not exist yet, and is not stored.
     * @param lifetimeMs undefined = until it is evicted
     */
    set: (key: string, entry: Entry, lifetimeMs?: number) => {
      if (entries === undefined || entry.result == null) return
      const size = (JSON.stringify(entry.result).length + key.length) * bytesPerCharacter + entryBytes
      entries.set(key, entry, { size, ...(lifetimeMs === undefined ? {} : { ttl: lifetimeMs }) })
    },
  }
}

export type ResultCache = ReturnType<typeof createResultCache>

const longestKey = 256

/** What equal calls have in common: chain, method and parameters; hashed when long. */
export function callKey(chainId: string, { method, params }: RpcRequest): string {
  const key = `${chainId} ${method} ${JSON.stringify(params ?? [])}`
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64')
}
