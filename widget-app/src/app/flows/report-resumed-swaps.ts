import { plainAmount } from '#shared/amount/format-amount.ts'
import type { AnalyticsEvent } from '#widget/domain/analytics/analytics-events.ts'
import { resumedSwapsAtom } from '#widget/domain/transactions/journal.ts'
import { reportSwapResultAtom } from '#widget/domain/transactions/report-swap-result.ts'
import { swapFailure } from '#widget/domain/transactions/swap-outcome.ts'
import type { TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import type { Store } from '#widget/lib/state.ts'

/** The event for a swap of an earlier visit, by its outcome on the chain. */
function eventOfEntry(entry: TransactionEntry): AnalyticsEvent | undefined {
  const { asset, value, purpose } = entry
  if (purpose?.is !== 'swap') return undefined
  const { gets, quoted, atLeast } = purpose
  const eventProperties = {
    network: asset.chain,
    isSmartAccount: false,
    swapFromToken: asset.symbol,
    swapToToken: gets.symbol,
    swapFromAmount: plainAmount(value, asset.decimals),
    // Entries of older versions have only the minimum received.
    swapToAmount: plainAmount(quoted ?? atLeast, gets.decimals),
  }
  const message = swapFailure(entry)
  return message === undefined
    ? { event: 'SWAP_SUCCESS', properties: eventProperties }
    : { event: 'SWAP_ERROR', properties: { ...eventProperties, message } }
}

/** Tracks swaps of earlier visits that end in this one: once, even if several tabs see it. */
export function reportResumedSwaps(store: Store): () => void {
  let count = 0
  const trackEnded = () => {
    const ended = store.get(resumedSwapsAtom)
    const newlyEnded = ended.slice(count)
    count = ended.length
    for (const entry of newlyEnded) {
      const event = eventOfEntry(entry)
      if (event) store.set(reportSwapResultAtom, entry.id, event)
    }
  }
  trackEnded()
  return store.sub(resumedSwapsAtom, trackEnded)
}
