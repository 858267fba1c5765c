import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { bundleOutcome } from './bundle-status.ts'
import { type CallsStatus, getCallsStatusAtom } from './get-calls-status.ts'
import { BundleWaitError, waitForBundle } from './wait-for-calls-status.ts'

/**
 * What became of a bundle: the hash of its transaction, whose receipt has the last word; nothing, where the wallet says
 * that none of it reached the chain; or nobody can tell.
 */
export type BundleResult =
  | { readonly is: 'transaction'; readonly hash: string }
  | { readonly is: 'nothing' }
  | { readonly is: 'unknown' }

/** The end that a settled status tells (EIP-5792: without a receipt only a failure off the chain moved nothing). */
export function bundleResult({ status, receipts = [] }: CallsStatus): BundleResult {
  const hash = receipts.at(-1)?.transactionHash
  if (hash !== undefined) return { is: 'transaction', hash }
  return bundleOutcome(status) === 'failure' && status < 500 ? { is: 'nothing' } : { is: 'unknown' }
}

/**
 * Follows a bundle that was asked for here to its end, however long the wallet takes.
 * @throws what the wallet cannot be asked for (ProviderRpcError); the signal's reason.
 */
export const bundleResultAtom = atom(
  null,
  async (get, set, id: string, signal: AbortSignal): Promise<BundleResult> => {
    const io = {
      clock: get(portsAtom).clock,
      read: (inner: AbortSignal) => set(getCallsStatusAtom, id, inner),
    }
    let last: CallsStatus | undefined
    const note = (now: CallsStatus) => {
      last = now
    }
    for (;;) {
      try {
        return bundleResult(await waitForBundle(io, note, signal))
      } catch (error) {
        if (!(error instanceof BundleWaitError)) throw error
        // Time has run out for a dApp that waits; the person's own swap is followed on.
        if (error.status !== undefined && last !== undefined) return bundleResult(last)
      }
    }
  },
)
