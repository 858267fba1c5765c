import { onrampQuoteLifetimeMs } from '#shared/config/limits.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { refetchIntervalMs } from '#widget/core/refetch-interval.ts'
import { repeatWhileVisible } from '#widget/lib/page/page-visibility.ts'
import { atom } from '#widget/lib/state.ts'
import { quoteAtom, quoteFailureAtom } from './quote.ts'

const checkIntervalMs = 500
/** When the latest quote request of this document was sent or, later, responded to. */
const requestedAtAtom = atom(0)
const isFetchingAtom = atom(false)

const refetchAtom = atom(null, async (get, set): Promise<void> => {
  const { clock } = get(portsAtom)
  set(isFetchingAtom, true)
  try {
    await set(quoteAtom)
  } finally {
    set(requestedAtAtom, clock.now())
    set(isFetchingAtom, false)
  }
})

const refetchIfStaleAtom = atom(null, (get, set) => {
  const displayed = get(quoteAtom)
  // Without any quote the form shows it, and the user retries.
  if (displayed.is !== 'quote' || displayed.kind === 'sample' || get(isFetchingAtom)) return
  const waitMs = refetchIntervalMs(onrampQuoteLifetimeMs, get(quoteFailureAtom))
  if (get(portsAtom).clock.now() - Math.max(displayed.quote.at, get(requestedAtAtom)) < waitMs) return
  void set(refetchAtom)
})

/**
 * Mounted by the form: refetches the quote once it is 30 s old, or later if the service requests it. Paused while the page
 * is hidden; checks at once when it is visible again.
 */
export const quoteRefetchAtom = atom(
  (get) => get(portsAtom).clock,
  (get, set): (() => void) =>
    repeatWhileVisible(get(portsAtom).clock, checkIntervalMs, () => set(refetchIfStaleAtom)),
)
quoteRefetchAtom.onMount = (start) => start()
