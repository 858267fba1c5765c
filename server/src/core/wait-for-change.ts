import type { WakeupListener } from '../ports/wakeups.ts'

type Wait = {
  /** Created before the first read, so that a change between read and wait triggers a wakeup. */
  readonly listener: WakeupListener
  readonly waitMs: number
  /** Of the caller. */
  readonly signal: AbortSignal
}

/** Reads on each wakeup until the value is the awaited one, the time is over, or the caller has disconnected. */
export async function waitForChange<T>(
  { listener, waitMs, signal }: Wait,
  read: () => Promise<T>,
  isAwaited: (value: T) => boolean,
): Promise<T> {
  const waitController = new AbortController()
  const stopWaiting = () => waitController.abort()
  const timer = setTimeout(stopWaiting, waitMs)
  signal.addEventListener('abort', stopWaiting)
  if (signal.aborted) stopWaiting()
  try {
    for (;;) {
      const isOver = (await listener.wait(waitController.signal)) === 'over'
      const value = await read()
      if (isOver || isAwaited(value)) return value
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stopWaiting)
  }
}
