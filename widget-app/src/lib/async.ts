import type { Clock } from '#shared/channel/clock.ts'

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as it aborts. `work` continues unless it uses the
 * signal.
 */
export function raceWithSignal<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) {
      // A late rejection of abandoned work must not surface as unhandled.
      work.catch(() => undefined)
      onAbort()
      return
    }
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/**
 * Runs `work` with a signal that aborts with `reason()` after `ms`, or with the outer signal's reason before that.
 * @throws what `work` throws, or the reason of the abort.
 */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  reason: () => unknown,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const onOuterAbort = () => controller.abort(outer?.reason)
  if (outer?.aborted) onOuterAbort()
  outer?.addEventListener('abort', onOuterAbort, { once: true })
  const cancel = clock.after(ms, () => controller.abort(reason()))
  try {
    return await raceWithSignal(work(controller.signal), controller.signal)
  } finally {
    cancel()
    outer?.removeEventListener('abort', onOuterAbort)
  }
}

/** Resolves after `ms` of the given clock; rejects with the signal's reason if it aborts first. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const onAbort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
