import { portsAtom } from '#widget/core/ports.ts'
import { type AnalyticsEvent, trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { sleep } from '#widget/lib/async.ts'
import { atom } from '#widget/lib/state.ts'
import { reportResultAtom } from './journal.ts'

/** Another tab may read this tab's write a moment later. */
const crossTabDelayMs = 1_000

/** Tracks how a swap of the journal ended, unless another tab of this host has done so or is doing it now. Never throws. */
export const reportSwapResultAtom = atom(null, (get, set, id: string, event: AnalyticsEvent): void => {
  const { withExclusiveLock, clock, log } = get(portsAtom)
  const report = async () => {
    if (!set(reportResultAtom, id)) return
    set(trackEventAtom, event)
    await sleep(clock, crossTabDelayMs, new AbortController().signal)
  }
  withExclusiveLock(`drawbridge:swap-end:${id}`, report).catch((cause: unknown) =>
    log('The result of a swap could not be reported', cause),
  )
})
