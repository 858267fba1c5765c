import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { SentBundle } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { type CompletedRequest, reportVerdictAtom } from '#widget/domain/review-queue/report-verdict.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import type { BundleReceipt } from './bundle-status.ts'

/** A bundle that was requested from a wallet. */
type BundleRequest = {
  readonly completed: CompletedRequest
  readonly account: SentBundle['account']
  readonly chain: SentBundle['chain']
  readonly calls: SentBundle['calls']
}

/** Maximum of stored bundle requests, because calls may be long. An evicted one is shown as unverified. */
const bundleRequestLimit = 8

/** By id, until they are verified or the document closes. */
const bundleRequestsAtom = atom<ReadonlyMap<string, BundleRequest>>(new Map())

/** Stores a request until the chain shows its result. */
export const storeBundleRequestAtom = atom(null, (get, set, id: string, requested: BundleRequest): void => {
  const all = [...get(bundleRequestsAtom), [id, requested] as const]
  const evicted = all.slice(0, -bundleRequestLimit)
  set(bundleRequestsAtom, new Map(all.slice(-bundleRequestLimit)))
  for (const [, { completed }] of evicted) set(reportVerdictAtom, completed, { is: 'unverified' })
})

/** Whether a bundle is still to be verified. */
export const isBundleUnchecked = (get: Getter, id: string): boolean => get(bundleRequestsAtom).has(id)

/** Shows that a bundle could not be verified; a later status may still raise the alert. */
export const bundleUnverifiedAtom = atom(null, (get, set, id: string): void => {
  const requested = get(bundleRequestsAtom).get(id)
  if (requested) set(reportVerdictAtom, requested.completed, { is: 'unverified' })
})

/**
 * Verifies, once, the calls of a mined bundle against the request. Raises the alert if the chain shows other calls (channel
 * D8), or the unverified state if they cannot be compared or the wallet added some. Never rejects.
 */
export const verifyBundleAtom = atom(
  null,
  async (get, set, id: string, receipts: readonly BundleReceipt[]): Promise<void> => {
    const requested = get(bundleRequestsAtom).get(id)
    if (!requested || receipts.length === 0) return
    set(bundleRequestsAtom, new Map([...get(bundleRequestsAtom)].filter(([key]) => key !== id)))
    const { completed, account, chain, calls } = requested
    const hashes = [...new Set(receipts.map(({ transactionHash }) => transactionHash))]
    const unverified = { is: 'unverified', hash: hashes.at(-1) } as const
    try {
      const { contractCalls } = await get(portsAtom).chains.adapter(completed.connection.namespace)
      const sent = { account, chain, hashes, calls }
      const compared = await contractCalls?.bundles?.verify(sent, new AbortController().signal)
      const { verdict, added = [] } = compared ?? {}
      const isAdded = verdict === 'added'
      set(
        reportVerdictAtom,
        completed,
        verdict === 'verified' ? { is: 'verified' } : { ...unverified, isAdded, added },
      )
    } catch (error) {
      if (isWidgetError(error, 'send/mismatch')) return set(reportVerdictAtom, completed, { is: 'mismatch' })
      get(portsAtom).log('A call bundle could not be verified', error)
      set(reportVerdictAtom, completed, unverified)
    }
  },
)
