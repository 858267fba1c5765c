import type { Clock } from '#shared/channel/clock.ts'

/** How long the tick of a new connection is seen before the view gives way, in milliseconds. */
export const successDelayMs = 700

/** Goes on once the tick was seen; leaving earlier (`signal`) changes nothing about what comes after it. */
export function afterSuccessDelay(clock: Clock, signal: AbortSignal, goOn: () => void): void {
  let isOver = false
  const end = () => {
    stop()
    if (!isOver) goOn()
    isOver = true
  }
  const stop = clock.after(successDelayMs, end)
  signal.addEventListener('abort', end, { once: true })
}
