import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import type { Clock } from '../../ports/clock.ts'

type Entry = {
  readonly result: unknown
  /** Set for a read of the latest state: the block at which it was read. */
  readonly readAtBlock?: bigint
}

export type CacheLimits = {
  /** Estimated memory of all results; 0 turns the cache off. */
  readonly maxBytes: number
  /** A larger result is not cached. */
  readonly maxResultBytes: number
}

/** Approximate memory per character of a parsed JSON value, including its text, which responses share. */
const bytesPerCharacter = 3
const entryBytes = 256

/** Results of all chains, limited by bytes, least recently used evicted first. */
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
    /** The entry of a key; only if it was read at block `head` or later. */
    get: (key: string, head: bigint): Entry | undefined => {
      const entry = entries?.get(key)
      return entry?.readAtBlock === undefined || entry.readAtBlock >= head ? entry : undefined
    },
    /**
     * Stores a result; null means that something does not exist yet, and is not stored.
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

/** Key of equal calls: chain, method and parameters; hashed when long. */
export function callKey(chainId: string, { method, params }: RpcRequest): string {
  const key = `${chainId} ${method} ${JSON.stringify(params ?? [])}`
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64')
}
