import type { Clock } from '#shared/channel/clock.ts'

/** How long the check mark of a new connection is shown before the next view, in milliseconds. */
export const successDelayMs = 700

/** Calls `onEnd` once, after the success delay or when `signal` aborts. */
export function afterSuccessDelay(clock: Clock, signal: AbortSignal, onEnd: () => void): void {
  let isOver = false
  const end = () => {
    stop()
    if (!isOver) onEnd()
    isOver = true
  }
  const stop = clock.after(successDelayMs, end)
  signal.addEventListener('abort', end, { once: true })
}
