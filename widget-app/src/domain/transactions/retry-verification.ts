import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { SentVerdict } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { sleep } from '#widget/lib/async.ts'
import { atom } from '#widget/lib/state.ts'
import { recordVerdictAtom, transactionAtom } from './journal.ts'
import { hashOf } from './transaction-entry.ts'

/** Waits before each further comparison; a comparison itself may look for half a minute. */
const laterRoundsMs: readonly number[] = [15_000, 30_000, 60_000]

/** One transaction of the journal on its way through the comparison. */
export type VerifiedEntry = {
  readonly id: string
  /** Compares what is on the chain with what was asked. @throws WidgetError `send/mismatch`; whatever prevents it. */
  readonly look: () => Promise<SentVerdict>
  /** The chain shows something else than was asked. */
  readonly alarm: () => void
}

/** One comparison, written into the journal; whether another one is due. */
const roundAtom = atom(null, async (_get, set, { id, look, alarm }: VerifiedEntry): Promise<boolean> => {
  const verdict = await look().catch((error: unknown) =>
    isWidgetError(error, 'send/mismatch') ? 'mismatch' : 'unverifiable',
  )
  if (verdict === 'unverifiable') return true
  set(recordVerdictAtom, id, verdict)
  if (verdict === 'mismatch') alarm()
  return false
})

const laterAtom = atom(null, async (get, set, entry: VerifiedEntry): Promise<void> => {
  const { signal } = new AbortController()
  for (const delayMs of laterRoundsMs) {
    await sleep(get(portsAtom).clock, delayMs, signal)
    if (!(await set(roundAtom, entry))) return
  }
  set(recordVerdictAtom, entry.id, 'unverified')
})

/**
 * Compares a sent transaction with what was asked (channel D8). One that cannot be compared is marked in the journal, and
 * compared again three times within about three minutes. Resolves after the first comparison; never rejects.
 */
export const retryVerificationAtom = atom(null, async (get, set, entry: VerifiedEntry): Promise<void> => {
  if (!(await set(roundAtom, entry))) return
  const now = get(transactionAtom(entry.id))
  if (now === undefined || hashOf(now.state) === undefined) return
  set(recordVerdictAtom, entry.id, 'checking')
  void set(laterAtom, entry)
})
