import type { Clock } from '#shared/channel/clock.ts'
import { confirmPingMs, confirmSilentMs } from '#shared/config/limits.ts'

type HeartbeatEvents = {
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
export function watchHeartbeat(clock: Clock, { isWatched, ping, onAway, onBack }: HeartbeatEvents) {
  let hasUnloaded = false
  /** Time of the first ping without a response. */
  let pingedAt: number | undefined
  const onMessage = () => {
    pingedAt = undefined
    if (!hasUnloaded) onBack()
  }
  let cancel = () => {}
  const check = () => {
    cancel = clock.after(confirmPingMs, check)
    if (!isWatched() || hasUnloaded) return
    // A timer of a background page may be late: the age of a ping counts, not that of the last response.
    if (pingedAt !== undefined && clock.now() - pingedAt >= confirmSilentMs) onAway()
    if (ping()) pingedAt ??= clock.now()
  }
  cancel = clock.after(confirmPingMs, check)
  return {
    /** The window's handshake: it was opened, or reloaded. */
    onHello: () => {
      hasUnloaded = false
      onMessage()
    },
    onMessage,
    /** The window unloads. */
    onUnload: () => {
      hasUnloaded = true
      onAway()
    },
    /** Time since it last read its mailbox, in milliseconds. */
    onPeerIdle: (ms: number) => {
      if (!isWatched() || hasUnloaded) return
      if (ms >= confirmSilentMs) onAway()
      else onMessage()
    },
    stop: () => cancel(),
  }
}
