import type { Clock } from '#shared/channel/clock.ts'
import { walletHintAfterMs } from '#shared/config/limits.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import type { SwitchEvent } from './model.ts'
import { readSwitchFailure } from './switch-failure.ts'

/** What a wish to switch needs of the world. */
export type SwitchPorts = {
  readonly clock: Clock
  /** Loads what talks to the wallet; nothing is asked yet. */
  prepare(): Promise<unknown>
  /** Asks the wallet, and adds the network where it has to be added. */
  ask(): Promise<unknown>
}

/**
 * Asks the connected wallet for a network and tells each step. After an abort nothing is told any more; the wallet's own window may stay open, and its answer then counts through its chain event.
 */
export async function attemptToSwitch(
  { clock, prepare, ask }: SwitchPorts,
  tell: (event: SwitchEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const report = (event: SwitchEvent) => {
    if (!signal.aborted) tell(event)
  }
  report({ is: 'started' })
  const stopHint = clock.after(walletHintAfterMs, () => report({ is: 'slow' }))
  try {
    await raceWithSignal(prepare(), signal)
    report({ is: 'asked' })
    await raceWithSignal(ask(), signal)
    report({ is: 'arrived' })
  } catch (thrown) {
    report({ is: 'failed', failure: readSwitchFailure(thrown) })
  } finally {
    stopHint()
  }
}
