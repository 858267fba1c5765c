import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { bundleOutcome } from './bundle-status.ts'
import { type CallsStatus, getCallsStatusAtom } from './get-calls-status.ts'
import { BundleWaitError, waitForBundle } from './wait-for-calls-status.ts'

/**
 * The result of a bundle: the hash of its transaction, whose receipt decides; nothing, if the wallet reports that none of it
 * reached the chain; or unknown.
 */
export type BundleResult =
  | { readonly is: 'transaction'; readonly hash: string }
  | { readonly is: 'nothing' }
  | { readonly is: 'unknown' }

/** The result for a settled status (EIP-5792: without a receipt only a failure off the chain moved nothing). */
export function bundleResult({ status, receipts = [] }: CallsStatus): BundleResult {
  const hash = receipts.at(-1)?.transactionHash
  if (hash !== undefined) return { is: 'transaction', hash }
  return bundleOutcome(status) === 'failure' && status < 500 ? { is: 'nothing' } : { is: 'unknown' }
}

/**
 * Polls a bundle of this widget to its end, however long the wallet takes.
 * @throws the wallet's ProviderRpcError; the signal's reason.
 */
export const bundleResultAtom = atom(
  null,
  async (get, set, id: string, signal: AbortSignal): Promise<BundleResult> => {
    const ports = {
      clock: get(portsAtom).clock,
      read: (pollSignal: AbortSignal) => set(getCallsStatusAtom, id, pollSignal),
    }
    let last: CallsStatus | undefined
    const setLast = (current: CallsStatus) => {
      last = current
    }
    for (;;) {
      try {
        return bundleResult(await waitForBundle(ports, setLast, signal))
      } catch (error) {
        if (!(error instanceof BundleWaitError)) throw error
        // The time limit is for a dApp that waits; the user's own swap is polled further.
        if (error.status !== undefined && last !== undefined) return bundleResult(last)
      }
    }
  },
)
