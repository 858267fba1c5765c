import type { Clock } from '#shared/channel/clock.ts'
import { confirmPingMs, confirmSilentMs } from '#shared/config/limits.ts'

type PresenceEvents = {
  /** Whether a message of the window is expected now. */
  readonly isWatched: () => boolean
  /** Pings the window; false if it cannot be pinged. */
  readonly ping: () => boolean
  /** The window unloaded, or is silent. */
  readonly onAway: () => void
  /** A silent window responds again. */
  readonly onBack: () => void
}

/**
 * Watches whether a confirm window is present. It sends a message when its document unloads. A crashed window sends nothing:
 * it is pinged (by the opener), or the mailbox's server reports for how long it has not read. After it unloaded, only a new
 * handshake makes it present: the server's last read is too recent.
 */
export function watchHeartbeat(clock: Clock, { isWatched, ping, onAway, onBack }: PresenceEvents) {
  let hasLeft = false
  /** Time of the first ping without a response. */
  let askedAt: number | undefined
  const heard = () => {
    askedAt = undefined
    if (!hasLeft) onBack()
  }
  let cancel = () => {}
  const look = () => {
    cancel = clock.after(confirmPingMs, look)
    if (!isWatched() || hasLeft) return
    // A timer of a background page may be late: the age of a ping counts, not that of the last response.
    if (askedAt !== undefined && clock.now() - askedAt >= confirmSilentMs) onAway()
    if (ping()) askedAt ??= clock.now()
  }
  cancel = clock.after(confirmPingMs, look)
  return {
    /** The window's handshake: it was opened, or reloaded. */
    greeted: () => {
      hasLeft = false
      heard()
    },
    heard,
    /** The window unloads. */
    left: () => {
      hasLeft = true
      onAway()
    },
    /** Time since it last read its mailbox, in milliseconds. */
    idle: (ms: number) => {
      if (!isWatched() || hasLeft) return
      if (ms >= confirmSilentMs) onAway()
      else heard()
    },
    stop: () => cancel(),
  }
}
