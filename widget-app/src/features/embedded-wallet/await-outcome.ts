import type { Clock } from '#shared/channel/clock.ts'
import { sleep } from '#widget/lib/async.ts'
import { httpStatusOf } from '#widget/lib/http.ts'

/** Time to the next read after one that failed. */
const retryMs = 2_000

type AttemptReads<Outcome> = {
  readonly clock: Clock
  /** Aborts when the user leaves the view. */
  readonly signal: AbortSignal
  /** Epoch milliseconds. */
  readonly expiresAtMs: number
  /** Wait before each read; 0 if the server lets a read wait for a change. */
  readonly pauseMs: number
  /** Wait before the first read; by default `pauseMs`. */
  readonly firstPauseMs?: number
  /** Undefined while the user has not answered. */
  readonly read: (signal: AbortSignal) => Promise<Outcome | undefined>
  readonly onReachable: (isReachable: boolean) => void
}

/**
 * Reads a login attempt until it has an outcome. A read that fails is repeated, because the user may leave the browser for an
 * app; `expired` if the server does not know the attempt (404) or its time is over.
 * @throws the signal's reason when it aborts.
 */
export async function awaitOutcome<Outcome>({
  clock,
  signal,
  expiresAtMs,
  pauseMs,
  firstPauseMs = pauseMs,
  read,
  onReachable,
}: AttemptReads<Outcome>): Promise<Outcome | { readonly is: 'expired' }> {
  let waitMs = firstPauseMs
  for (;;) {
    if (waitMs > 0) await sleep(clock, waitMs, signal)
    try {
      const outcome = await read(signal)
      signal.throwIfAborted()
      if (outcome !== undefined) return outcome
      onReachable(true)
      waitMs = pauseMs
    } catch (cause) {
      signal.throwIfAborted()
      if (httpStatusOf(cause) === 404) return { is: 'expired' }
      onReachable(false)
      waitMs = Math.max(pauseMs, retryMs)
    }
    if (clock.now() >= expiresAtMs) return { is: 'expired' }
  }
}
