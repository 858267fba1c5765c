import { heartbeatMissLimit, heartbeatMs, probeMissLimit, probeMs } from '../config/limits.ts'
import type { Clock } from './clock.ts'

export type Heartbeat = {
  /** The peer answered ping `n`. */
  pong(n: number): void
  /** A caller starts to wait, or the page became visible again: ping now instead of at the next beat. */
  wake(): void
  stop(): void
}

/**
 * Pings every 5 s while the page is visible; three beats without any pong make the peer suspect
 * (docs/protocol.md#8-loss-and-recovery). While a caller waits for the peer (`isAwaited`), it pings every 500 ms and stops
 * after four, because no browser event reports that another process crashed. Hidden pages are skipped: browsers throttle
 * their timers.
 */
export function startHeartbeat(options: {
  readonly clock: Clock
  readonly isVisible: () => boolean
  readonly isAwaited: () => boolean
  readonly ping: (n: number) => void
  readonly onSuspect: () => void
}): Heartbeat {
  const { clock } = options
  let sent = 0
  let answered = 0
  let missed = 0
  let beatAt = clock.now()
  let isRunning = true
  let cancel = () => {}

  const schedule = () => {
    const waitMs = options.isAwaited() ? probeMs : heartbeatMs
    beatAt = clock.now() + waitMs
    cancel = clock.after(waitMs, beat)
  }
  const beat = () => {
    // This thread was blocked: the pongs may be queued behind this task.
    const isLate = clock.now() - beatAt > probeMs
    if (!options.isVisible() || isLate) missed = 0
    else if (sent > answered) missed += 1
    if (missed >= (options.isAwaited() ? probeMissLimit : heartbeatMissLimit)) {
      isRunning = false
      return options.onSuspect()
    }
    if (options.isVisible()) {
      sent += 1
      options.ping(sent)
    }
    schedule()
  }

  schedule()
  return {
    pong: (n) => {
      if (n > sent) return
      answered = Math.max(answered, n)
      missed = 0
    },
    wake: () => {
      if (!isRunning) return
      missed = 0
      answered = sent
      cancel()
      beatAt = clock.now()
      beat()
    },
    stop: () => {
      isRunning = false
      cancel()
    },
  }
}
