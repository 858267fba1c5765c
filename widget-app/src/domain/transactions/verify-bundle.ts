import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { SentBundle } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { type CompletedRequest, reportVerdictAtom } from '#widget/domain/review-queue/report-verdict.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import type { BundleReceipt } from './bundle-status.ts'

/** A bundle that was requested from a wallet. */
type AskedBundle = {
  readonly answered: CompletedRequest
  readonly account: SentBundle['account']
  readonly chain: SentBundle['chain']
  readonly calls: SentBundle['calls']
}

/** Maximum of stored bundle requests, because calls may be long. An evicted one is shown as unverified. */
const rememberedLimit = 8

/** By id, until they are verified or the document closes. */
const askedBundlesAtom = atom<ReadonlyMap<string, AskedBundle>>(new Map())

/** Stores a request until the chain shows its result. */
export const storeBundleRequestAtom = atom(null, (get, set, id: string, asked: AskedBundle): void => {
  const all = [...get(askedBundlesAtom), [id, asked] as const]
  const forgotten = all.slice(0, -rememberedLimit)
  set(askedBundlesAtom, new Map(all.slice(-rememberedLimit)))
  for (const [, { answered }] of forgotten) set(reportVerdictAtom, answered, { is: 'unverified' })
})

/** Whether a bundle is still to be verified. */
export const isBundleUnchecked = (get: Getter, id: string): boolean => get(askedBundlesAtom).has(id)

/** Shows that a bundle could not be verified; a later status may still raise the alert. */
export const bundleUnverifiedAtom = atom(null, (get, set, id: string): void => {
  const asked = get(askedBundlesAtom).get(id)
  if (asked) set(reportVerdictAtom, asked.answered, { is: 'unverified' })
})

/**
 * Verifies, once, the calls of a mined bundle against the request. Raises the alert if the chain shows other calls (channel
 * D8), or the unverified state if they cannot be compared or the wallet added some. Never rejects.
 */
export const verifyBundleAtom = atom(
  null,
  async (get, set, id: string, receipts: readonly BundleReceipt[]): Promise<void> => {
    const asked = get(askedBundlesAtom).get(id)
    if (!asked || receipts.length === 0) return
    set(askedBundlesAtom, new Map([...get(askedBundlesAtom)].filter(([key]) => key !== id)))
    const { answered, account, chain, calls } = asked
    const hashes = [...new Set(receipts.map(({ transactionHash }) => transactionHash))]
    const unverified = { is: 'unverified', hash: hashes.at(-1) } as const
    try {
      const { contractCalls } = await get(portsAtom).chains.adapter(answered.connection.namespace)
      const sent = { account, chain, hashes, calls }
      const compared = await contractCalls?.bundles?.verify(sent, new AbortController().signal)
      const { verdict, added = [] } = compared ?? {}
      const isAdded = verdict === 'added'
      set(
        reportVerdictAtom,
        answered,
        verdict === 'verified' ? { is: 'verified' } : { ...unverified, isAdded, added },
      )
    } catch (error) {
      if (isWidgetError(error, 'send/mismatch')) return set(reportVerdictAtom, answered, { is: 'mismatch' })
      get(portsAtom).log('A bundle could not be compared', error)
      set(reportVerdictAtom, answered, unverified)
    }
  },
)
