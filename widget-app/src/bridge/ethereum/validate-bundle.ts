import { rpcPollIntervalMs } from '#shared/config/limits.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { getCallsStatusAtom } from '#widget/domain/transactions/get-calls-status.ts'
import { bundleUnverifiedAtom, isBundleUnchecked } from '#widget/domain/transactions/verify-bundle.ts'
import { BundleWaitError, waitForBundle } from '#widget/domain/transactions/wait-for-calls-status.ts'
import { sleep } from '#widget/lib/async.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * Polls the status of a bundle for a minute at most, until its calls are verified, whether the host reads it or not. A
 * bundle that cannot be verified is shown as such; a failed one made no calls. Never rejects.
 */
export const validateBundleAtom = atom(null, async (get, set, id: string): Promise<void> => {
  const { clock } = get(portsAtom)
  const { signal } = new AbortController()
  // The host may read the status too, which also verifies it.
  const read = (pollSignal: AbortSignal) =>
    isBundleUnchecked(get, id) ? set(getCallsStatusAtom, id, pollSignal) : Promise.resolve({ status: 200 })
  try {
    await sleep(clock, rpcPollIntervalMs, signal)
    const { receipts = [] } = { ...(await waitForBundle({ clock, read }, () => undefined, signal)) }
    if (receipts.length === 0) set(bundleUnverifiedAtom, id)
  } catch (error) {
    if (!(error instanceof BundleWaitError && error.status !== undefined)) set(bundleUnverifiedAtom, id)
  }
})
