import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { SentVerdict } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { sleep } from '#widget/lib/async.ts'
import { atom } from '#widget/lib/state.ts'
import { recordVerdictAtom, transactionAtom } from './journal.ts'
import { hashOf } from './transaction-entry.ts'

/** Delays before each further verification, in milliseconds; a verification itself may poll for half a minute. */
const retryDelaysMs: readonly number[] = [15_000, 30_000, 60_000]

/** One transaction of the journal during its verification. */
export type VerifiedEntry = {
  readonly id: string
  /**
   * Compares the transaction on the chain with the request. @throws WidgetError `send/mismatch`; any error that prevents it.
   */
  readonly verify: () => Promise<SentVerdict>
  /** The chain shows a mismatch. */
  readonly onMismatch: () => void
}

/** Verifies once and records the verdict; resolves to whether another round is due. */
const verifyOnceAtom = atom(
  null,
  async (_get, set, { id, verify, onMismatch }: VerifiedEntry): Promise<boolean> => {
    const verdict = await verify().catch((error: unknown) =>
      isWidgetError(error, 'send/mismatch') ? 'mismatch' : 'unverifiable',
    )
    if (verdict === 'unverifiable') return true
    set(recordVerdictAtom, id, verdict)
    if (verdict === 'mismatch') onMismatch()
    return false
  },
)

const retryAtom = atom(null, async (get, set, entry: VerifiedEntry): Promise<void> => {
  const { signal } = new AbortController()
  for (const delayMs of retryDelaysMs) {
    await sleep(get(portsAtom).clock, delayMs, signal)
    if (!(await set(verifyOnceAtom, entry))) return
  }
  set(recordVerdictAtom, entry.id, 'unverified')
})

/**
 * Verifies a sent transaction against its request (channel D8). An unverifiable one is marked in the journal, and verified
 * again three times within about three minutes. Resolves after the first round; never rejects.
 */
export const retryVerificationAtom = atom(null, async (get, set, entry: VerifiedEntry): Promise<void> => {
  if (!(await set(verifyOnceAtom, entry))) return
  const current = get(transactionAtom(entry.id))
  if (current === undefined || hashOf(current.state) === undefined) return
  set(recordVerdictAtom, entry.id, 'checking')
  void set(retryAtom, entry)
})
