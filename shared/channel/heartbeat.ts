import { heartbeatMissLimit, heartbeatMs } from '../config/limits.ts'
import type { Clock } from './clock.ts'

export type Heartbeat = {
  /** The peer answered ping `n`. */
  pong(n: number): void
  /** The page became visible again: ask at once instead of waiting for the next beat. */
  wake(): void
  stop(): void
}

/**
 * Pings every 5 s while the page is visible; three beats without any answer make the peer suspect (channel §6.5).
 * Hidden pages are skipped, because browsers throttle their timers.
 */
export function startHeartbeat(options: {
  readonly clock: Clock
  readonly isVisible: () => boolean
  readonly ping: (n: number) => void
  readonly onSuspect: () => void
}): Heartbeat {
  let sent = 0
  let answered = 0
  let missed = 0
  let cancel = () => {}

  const beat = () => {
    cancel = options.clock.after(heartbeatMs, beat)
    if (!options.isVisible()) {
      missed = 0
      return
    }
    if (sent > answered) missed += 1
    if (missed >= heartbeatMissLimit) {
      cancel()
      options.onSuspect()
      return
    }
    sent += 1
    options.ping(sent)
  }

  cancel = options.clock.after(heartbeatMs, beat)
  return {
    pong: (n) => {
      if (n > sent) return
      answered = Math.max(answered, n)
      missed = 0
    },
    wake: () => {
      missed = 0
      answered = sent
      cancel()
      beat()
    },
    stop: () => cancel(),
  }
}
