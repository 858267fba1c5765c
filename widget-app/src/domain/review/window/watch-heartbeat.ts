import type { Clock } from '#shared/channel/clock.ts'
import { confirmPingMs, confirmSilentMs } from '#shared/config/limits.ts'

type PresenceEvents = {
  /** Whether anything is expected of the window now. */
  readonly isWatched: () => boolean
  /** Asks the window whether it is there; false where it cannot be asked. */
  readonly ping: () => boolean
  /** The window said goodbye, or is silent. */
  readonly onAway: () => void
  /** A silent window is heard again. */
  readonly onBack: () => void
}

/**
 * Whether a confirm window is there. It says goodbye when its document unloads; one that crashed says nothing, so that it is
 * asked (by the opener), or the mailbox's server says for how long it has not read. After a goodbye only a greeting brings it
 * back: the server has seen it a moment ago.
 */
export function watchHeartbeat(clock: Clock, { isWatched, ping, onAway, onBack }: PresenceEvents) {
  let hasLeft = false
  /** When the first question was asked that has no answer yet. */
  let askedAt: number | undefined
  const heard = () => {
    askedAt = undefined
    if (!hasLeft) onBack()
  }
  let cancel = () => {}
  const look = () => {
    cancel = clock.after(confirmPingMs, look)
    if (!isWatched() || hasLeft) return
    // A timer of a page in the background may be late: what counts is the age of a question, not of the last answer.
    if (askedAt !== undefined && clock.now() - askedAt >= confirmSilentMs) onAway()
    if (ping()) askedAt ??= clock.now()
  }
  cancel = clock.after(confirmPingMs, look)
  return {
    /** The window greets: it was opened, or loaded again. */
    greeted: () => {
      hasLeft = false
      heard()
    },
    heard,
    /** The window says goodbye. */
    left: () => {
      hasLeft = true
      onAway()
    },
    /** For how long it has not read its mailbox. */
    idle: (ms: number) => {
      if (!isWatched() || hasLeft) return
      if (ms >= confirmSilentMs) onAway()
      else heard()
    },
    stop: () => cancel(),
  }
}
