import type { Clock } from './clock.ts'

export type TokenBucket = { take(): boolean }

/** Allows `perSecond` on average and `burst` at once; `take` returns true if one more is allowed now. */
export function tokenBucket(perSecond: number, burst: number, clock: Clock): TokenBucket {
  let tokens = burst
  let filledAt = clock.now()
  return {
    take: () => {
      const now = clock.now()
      // A wall clock may be set back; that must not remove tokens.
      tokens = Math.min(burst, tokens + (Math.max(0, now - filledAt) / 1_000) * perSecond)
      filledAt = now
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
