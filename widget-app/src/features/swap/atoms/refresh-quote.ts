import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { refetchIntervalMs } from '#widget/core/refetch-interval.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { repeatWhileVisible } from '#widget/lib/page/page-visibility.ts'
import { atom } from '#widget/lib/state.ts'
import { isUnderWay } from '../model.ts'
import { swapStateAtom } from './draft.ts'
import { pinPlanAtom, planAtom, planStaysUntilAtom, storePlannedFeeAtom } from './plan.ts'
import { gasPriceAtom, quoteAtom } from './quote.ts'

const checkIntervalMs = 500
const refetchedAtAtom = atom(0)
const isFormAtom = atom((get) => get(currentViewAtom).name === 'Swap')
const isRefetchingAtom = atom(false)

/** Before when the quote is not refetched, in epoch milliseconds; 0 without a quote. */
export const nextQuoteAtAtom = atom((get): number => {
  const quote = get(quoteAtom)
  if (quote.is !== 'ready') return 0
  const expiresAt = quote.data.at + swapQuoteLifetimeMs
  return get(isFormAtom) ? expiresAt : Math.max(expiresAt, get(planStaysUntilAtom))
})

const refetchAtom = atom(null, async (get, set): Promise<void> => {
  set(refetchedAtAtom, get(portsAtom).clock.now())
  // Max depends on it: no amount changes under a review.
  if (get(isFormAtom)) void set(gasPriceAtom)
  set(isRefetchingAtom, true)
  try {
    await set(quoteAtom)
  } finally {
    set(isRefetchingAtom, false)
  }
})

const checkAtom = atom(null, (get, set) => {
  set(pinPlanAtom)
  if (get(isFormAtom)) set(storePlannedFeeAtom)
  const now = get(portsAtom).clock.now()
  const quote = get(quoteAtom)
  // Without any quote the form shows the problem, and the user retries.
  if (quote.is !== 'ready' || isUnderWay(get(swapStateAtom))) return
  // Another refetch would abort the one in flight.
  if (get(isRefetchingAtom)) return
  const waitMs = refetchIntervalMs(swapQuoteLifetimeMs, quote.failure?.error)
  if (now < get(nextQuoteAtAtom)) return
  if (now - Math.max(quote.data.at, get(refetchedAtAtom)) < waitMs) return
  void set(refetchAtom)
})

/**
 * Mounted by form and review: refetches the quote when it is 10 s old, or later by Retry-After; in the review only once its
 * plan could be read. Pauses while the page is hidden, and checks at once when it is visible again.
 */
export const freshQuoteAtom = atom(
  (get) => get(portsAtom).clock,
  (get, set): (() => void) => repeatWhileVisible(get(portsAtom).clock, checkIntervalMs, () => set(checkAtom)),
)
freshQuoteAtom.onMount = (start) => start()

/** Refetches quote and plan now, and the gas price if it has failed. */
export const refetchQuoteAtom = atom(null, async (get, set) => {
  if (get(gasPriceAtom).is === 'failed') void set(gasPriceAtom)
  await set(quoteAtom)
  await set(planAtom)
})
