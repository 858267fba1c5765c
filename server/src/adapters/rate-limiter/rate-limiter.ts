import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Budget, RateLimiter, RateLimitResult } from '../../ports/rate-limiter.ts'

const commandTimeoutMs = 250
/** Timeout of a hanging Redis; until it responds again no request waits for it. */
const socketTimeoutMs = 1_000
const maxReconnectDelayMs = 2_000
const unavailableSeconds = 5

export type RateLimiterConfig = {
  /** `redis://`, `rediss://`, or the path of a Unix socket; without it all budgets are local to this process. */
  readonly redisUrl?: string
  readonly keyPrefix?: string
  /** Called when the connection to Redis fails, with a code such as `ECONNREFUSED`. */
  readonly onStoreError?: (code: string) => void
}

/** Limits of the cache of short subjects' hashes: a hash costs more than the budget it is for. */
const maxCachedSubjects = 5_000
const cachedSubjectMaxLength = 64

/**
 * Hashes subjects: callers choose their length, and Redis and its dumps must not contain e-mail or IP addresses in clear.
 */
function createSubjectHasher(): (subject: string) => string {
  const limiter = new LRUCache<string, string>({ max: maxCachedSubjects })
  return (subject) => {
    const found = limiter.get(subject)
    if (found !== undefined) return found
    const key = createHash('sha256').update(subject).digest('base64url').slice(0, 22)
    if (subject.length <= cachedSubjectMaxLength) limiter.set(subject, key)
    return key
  }
}

function connect(url: string, onStoreError: (code: string) => void): Redis {
  const redis = new Redis(url, {
    commandTimeout: commandTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // A request is decided immediately: its command is neither queued nor retried.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, maxReconnectDelayMs),
  })
  redis.on('error', (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    onStoreError(typeof code === 'string' ? code : 'unknown')
  })
  return redis
}

/**
 * Fixed windows: a budget is full again `seconds` after its first charge. So within `seconds` around the end of a window up to
 * twice the points are charged, and over a longer time as many as the budget states. No secret depends on that: the stores
 * count the attempts at each e-mail code, those at login codes also for each address (`CounterStore.countGuess`), and the
 * operator's tokens are too long to guess.
 */
export function createRateLimiter({
  redisUrl,
  keyPrefix = 'drawbridge:limit',
  onStoreError = () => undefined,
}: RateLimiterConfig): RateLimiter {
  const redis = redisUrl === undefined ? undefined : connect(redisUrl, onStoreError)
  const keyOf = createSubjectHasher()
  const limiters = new Map<string, RateLimiterAbstract>()
  /** Limiters by budget object, because budgets are usually the same objects. */
  const byBudget = new WeakMap<Budget, RateLimiterAbstract>()

  function createLimiter({ name, points, seconds, isShared, whenUnavailable }: Budget): RateLimiterAbstract {
    const options = { keyPrefix: `${keyPrefix}:${name.replaceAll(' ', ':')}`, points, duration: seconds }
    if (redis === undefined || !isShared) return new RateLimiterMemory(options)
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      // A subject over its budget costs Redis nothing more.
      inMemoryBlockOnConsumed: points,
      ...(whenUnavailable === 'local' ? { insuranceLimiter: new RateLimiterMemory(options) } : {}),
    })
  }

  function limiterOf(budget: Budget): RateLimiterAbstract {
    const byObject = byBudget.get(budget)
    if (byObject !== undefined) return byObject
    const id = `${budget.name} ${budget.points} ${budget.seconds}`
    const limiter = limiters.get(id) ?? createLimiter(budget)
    limiters.set(id, limiter)
    byBudget.set(budget, limiter)
    return limiter
  }

  async function chargeBudget(budget: Budget, subject: string, points: number): Promise<RateLimitResult> {
    try {
      await limiterOf(budget).consume(keyOf(subject), points)
      return { is: 'allowed' }
    } catch (error) {
      if (!(error instanceof RateLimiterRes))
        return { is: 'unavailable', budget: budget.name, retryAfterSeconds: unavailableSeconds }
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
      return { is: 'limited', budget: budget.name, retryAfterSeconds }
    }
  }

  return {
    charge: async (charges) => {
      for (const { budget, subject, points } of charges) {
        const result = await chargeBudget(budget, subject, points)
        if (result.is !== 'allowed') return result
      }
      return { is: 'allowed' }
    },
    reserveSlot: async (name, intervalMs) => {
      if (redis === undefined || intervalMs < 1) return 0
      const key = `${keyPrefix}:turn:${name.replaceAll(' ', ':')}`
      try {
        const isReserved = (await redis.set(key, '1', 'PX', intervalMs, 'NX')) === 'OK'
        // The key may expire between the two commands.
        return isReserved ? 0 : Math.max(1, await redis.pttl(key))
      } catch {
        return 0
      }
    },
    check: async () => {
      await redis?.ping()
    },
    close: async () => redis?.disconnect(),
  }
}
