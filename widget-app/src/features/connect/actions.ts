import type { Clock } from '#shared/channel/clock.ts'
import { walletHintAfterMs } from '#shared/config/limits.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import { readConnectFailure } from './connect-failure.ts'
import type { ConnectingEvent } from './model.ts'

/** What a connect attempt gets from outside. */
export type AttemptPorts = {
  readonly clock: Clock
  /** Loads the chain adapter; sends no request yet. */
  prepare(): Promise<unknown>
  /** Sends the connect request; rejects with the errors of `connectWallet`. */
  request(signal: AbortSignal): Promise<unknown>
  /** Resolves when the wallet shares accounts without a new request, because the user approved an earlier one. */
  sharesAccounts(signal: AbortSignal): Promise<void>
}

/**
 * Requests a connection and reports each step; resolves to true once connected. While the wallet still shows an earlier
 * request, its response to that one counts. Reports nothing after an abort.
 */
export async function runConnectAttempt(
  ports: AttemptPorts,
  onEvent: (event: ConnectingEvent) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const report = (event: ConnectingEvent) => {
    if (!signal.aborted) onEvent(event)
  }
  report({ is: 'started' })
  for (;;) {
    const stopHint = ports.clock.after(walletHintAfterMs, () => report({ is: 'slow' }))
    try {
      await raceWithSignal(ports.prepare(), signal)
      report({ is: 'asked' })
      await raceWithSignal(ports.request(signal), signal)
      report({ is: 'connected' })
      return !signal.aborted
    } catch (thrown) {
      if (signal.aborted) return false
      const failure = readConnectFailure(thrown)
      report({ is: 'failed', failure })
      if (failure.is !== 'pending') return false
    } finally {
      stopHint()
    }
    try {
      await ports.sharesAccounts(signal)
    } catch {
      return false
    }
  }
}
