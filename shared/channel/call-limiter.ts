import {
  inFlightLimit,
  promptBurst,
  promptQueueLimit,
  promptRatePerSecond,
  readBurst,
  readRatePerSecond,
} from '../config/limits.ts'
import { providerCodes } from '../errors/provider-error.ts'
import { linkError } from '../errors/wire-error.ts'
import type { Clock } from './clock.ts'
import type { Risk } from './method.ts'
import { tokenBucket } from './token-bucket.ts'

/** Rejections within one second above which a busy page counts as a flood. */
const floodThreshold = 1_000

export type CallLimiter = {
  /** Admits a call, or throws −32005 `rate-limited`. The returned function ends the call and frees its slot. */
  enter(risk: Risk): () => void
  /** True if one more message that is not a call may pass now. */
  take(): boolean
  /** Counts a rejection for another reason, such as an invalid request. */
  recordRejection(): void
}

/**
 * Back-pressure: reads 6,000 a second with bursts of 12,000 and 1,024 in flight; prompts 60 a second with bursts of 200 and
 * 8 unanswered. Calls `onFlood` for each thousand rejections in a second.
 */
export function createCallLimiter(clock: Clock, onFlood: () => void): CallLimiter {
  const reads = tokenBucket(readRatePerSecond, readBurst, clock)
  const prompts = tokenBucket(promptRatePerSecond, promptBurst, clock)
  const inFlight = { read: 0, prompt: 0 }
  let rejections = 0
  let windowStart = clock.now()

  const recordRejection = () => {
    const now = clock.now()
    if (now < windowStart || now - windowStart >= 1_000) {
      rejections = 0
      windowStart = now
    }
    rejections += 1
    if (rejections % floodThreshold === 0) onFlood()
  }

  return {
    enter: (risk) => {
      const kind = risk === 'prompt' ? 'prompt' : 'read'
      const [limit, bucket] = kind === 'prompt' ? [promptQueueLimit, prompts] : [inFlightLimit, reads]
      if (inFlight[kind] >= limit || !bucket.take()) {
        recordRejection()
        throw linkError(providerCodes.limitExceeded, 'Too many requests', 'rate-limited')
      }
      inFlight[kind] += 1
      let isActive = true
      return () => {
        if (isActive) inFlight[kind] -= 1
        isActive = false
      }
    },
    take: () => {
      const allowed = reads.take()
      if (!allowed) recordRejection()
      return allowed
    },
    recordRejection,
  }
}
