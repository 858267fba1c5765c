import type { Clock } from '#shared/channel/clock.ts'
import { walletHintAfterMs } from '#shared/config/limits.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import type { SwitchEvent } from './model.ts'
import { readSwitchFailure } from './switch-failure.ts'

/** What an attempt to switch gets from outside. */
export type SwitchPorts = {
  readonly clock: Clock
  /** Loads the chain adapter; sends no request yet. */
  prepare(): Promise<unknown>
  /** Requests the switch from the wallet, and adds the network if the wallet lacks it. */
  request(): Promise<unknown>
}

/**
 * Requests a network from the connected wallet and reports each step. Reports nothing after an abort; the wallet's prompt
 * can stay open, and its result then arrives as a chain event.
 */
export async function runSwitchAttempt(
  { clock, prepare, request }: SwitchPorts,
  onEvent: (event: SwitchEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const report = (event: SwitchEvent) => {
    if (!signal.aborted) onEvent(event)
  }
  report({ is: 'started' })
  const stopHint = clock.after(walletHintAfterMs, () => report({ is: 'slow' }))
  try {
    await raceWithSignal(prepare(), signal)
    report({ is: 'asked' })
    await raceWithSignal(request(), signal)
    report({ is: 'arrived' })
  } catch (thrown) {
    report({ is: 'failed', failure: readSwitchFailure(thrown) })
  } finally {
    stopHint()
  }
}
