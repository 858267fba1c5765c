import {
  chunkedResultLifetimeMs,
  chunkedResultLimit,
  chunkedResultQueueLimit,
  partLimit,
  partMaxLength,
} from '../config/limits.ts'
import { ProviderRpcError, providerCodes } from '../errors/provider-error.ts'
import { linkError } from '../errors/wire-error.ts'
import type { Clock } from './clock.ts'
import { isChunkedJson } from './message-limits.ts'

/**
 * Results that are larger than one message. The server stores such a result as JSON text and returns the number of its
 * chunks; the caller fetches each chunk by a separate call. So a large message exists only as the response to a request that
 * its receiver sent, and all messages have the same maximum size.
 */

/** A semaphore of `limit` slots. Others wait in order; above `queueLimit`, it throws. */
const createSemaphore = (limit: number, queueLimit: number) => {
  const waiting: (() => void)[] = []
  let used = 0
  return {
    take: async (): Promise<void> => {
      if (used < limit) {
        used += 1
        return
      }
      if (waiting.length >= queueLimit)
        throw linkError(providerCodes.limitExceeded, 'Too many large results at once', 'rate-limited')
      await new Promise<void>((resolve) => waiting.push(resolve))
    },
    release: (): void => {
      const next = waiting.shift()
      if (next) next()
      else used -= 1
    },
  }
}

/** True if a library of the page set `toJSON` on the prototype of lists or objects (Prototype.js): that one returns text. */
const hasInheritedToJson = () => 'toJSON' in []

/** Plain data needs no conversion. */
function originalValue(this: object, key: string): unknown {
  return Reflect.get(this, key)
}

type StoredResult = { readonly text: string; readonly unread: Set<number>; drop(): void; touch(): void }

/**
 * The server's half: stores large results until they are fetched, their request is cancelled, or 10 s pass without a fetch.
 */
export type ChunkedResults = {
  /**
   * Stores a result and returns the number of its chunks. Waits while two others are stored.
   * @throws ProviderRpcError −32603 for a result that is not JSON of at most 8 MB; −32005 while eight others wait; 4900
   * once stopped.
   */
  store(id: string, result: unknown): Promise<number>
  /** Returns one chunk of a stored result, once. @throws ProviderRpcError −32600 if there is none. */
  read(id: string, part: number): string
  drop(id: string): void
  /** The link is closed: drops all results, and rejects those that wait. */
  stop(): void
}

export function storeChunkedResults(clock: Clock): ChunkedResults {
  const semaphore = createSemaphore(chunkedResultLimit, chunkedResultQueueLimit)
  const results = new Map<string, StoredResult>()
  let isStopped = false

  const add = (id: string, text: string, count: number) => {
    let stopTimer = () => {}
    const entry: StoredResult = {
      text,
      unread: new Set(Array(count).keys()),
      drop: () => {
        stopTimer()
        if (results.delete(id)) semaphore.release()
      },
      touch: () => {
        stopTimer()
        stopTimer = clock.after(chunkedResultLifetimeMs, entry.drop)
      },
    }
    entry.touch()
    results.set(id, entry)
  }

  return {
    store: async (id, result) => {
      const text = isChunkedJson(result)
        ? JSON.stringify(result, hasInheritedToJson() ? originalValue : undefined)
        : ''
      const count = Math.ceil(text.length / partMaxLength)
      if (count === 0 || count > partLimit)
        throw new ProviderRpcError(
          providerCodes.internal,
          'The result cannot be sent: it is not JSON of at most 8 MB',
        )
      await semaphore.take()
      if (isStopped) {
        // The next waiting result is rejected too.
        semaphore.release()
        throw linkError(providerCodes.disconnected, 'Disconnected', 'aborted')
      }
      add(id, text, count)
      return count
    },
    read: (id, part) => {
      const entry = results.get(id)
      if (!entry?.unread.delete(part))
        throw new ProviderRpcError(providerCodes.invalidRequest, 'No such part')
      if (entry.unread.size === 0) entry.drop()
      else entry.touch()
      return entry.text.slice(part * partMaxLength, (part + 1) * partMaxLength)
    },
    drop: (id) => results.get(id)?.drop(),
    stop: () => {
      isStopped = true
      for (const entry of [...results.values()]) entry.drop()
    },
  }
}

/** The error for a response that no schema accepts. */
export const invalidResult = () =>
  new ProviderRpcError(providerCodes.internal, 'Peer returned an invalid result')

const parse = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    if (isChunkedJson(value)) return value
  } catch {
    // Not JSON.
  }
  throw invalidResult()
}

/** The caller's half: fetches the chunks of a result, two results at once, and parses them as plain data. */
export function fetchChunkedResults(
  fetchPart: (id: string, part: number) => Promise<unknown>,
): (id: string, count: number) => Promise<unknown> {
  const semaphore = createSemaphore(chunkedResultLimit, Number.POSITIVE_INFINITY)
  return async (id, count) => {
    await semaphore.take()
    try {
      const parts = await Promise.all([...Array(count).keys()].map((part) => fetchPart(id, part)))
      if (!parts.every((part) => typeof part === 'string' && part.length <= partMaxLength))
        throw invalidResult()
      return parse(parts.join(''))
    } finally {
      semaphore.release()
    }
  }
}
