import type { Clock } from '#shared/channel/clock.ts'
import { walletHintAfterMs } from '#shared/config/limits.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import { readConnectFailure } from './connect-failure.ts'
import type { ConnectingEvent } from './model.ts'

/** What an attempt to connect one wallet needs of the world. */
export type AttemptPorts = {
  readonly clock: Clock
  /** Loads what talks to the wallet; nothing is asked yet. */
  prepare(): Promise<unknown>
  /** Asks the wallet; rejects as `connectWallet` does. */
  ask(signal: AbortSignal): Promise<unknown>
  /** Resolves when the wallet shares accounts by itself, because an earlier request was answered. */
  sharesAccounts(signal: AbortSignal): Promise<void>
}

/**
 * Asks a wallet to connect and tells each step; true when it is connected. When the wallet still shows an earlier
 * request, its answer there counts. After an abort nothing is told any more.
 */
export async function runConnectAttempt(
  ports: AttemptPorts,
  tell: (event: ConnectingEvent) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const report = (event: ConnectingEvent) => {
    if (!signal.aborted) tell(event)
  }
  report({ is: 'started' })
  for (;;) {
    const stopHint = ports.clock.after(walletHintAfterMs, () => report({ is: 'slow' }))
    try {
      await raceWithSignal(ports.prepare(), signal)
      report({ is: 'asked' })
      await raceWithSignal(ports.ask(signal), signal)
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
