import * as z from 'zod/mini'
import { onrampQuoteLifetimeMs } from '#shared/config/limits.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isPageHidden, onPageVisibility } from '#widget/lib/page/page-visibility.ts'
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

const waitSchema = z.object({ retryAfterMs: z.number() })

/** The backoff that a failed response requests, in milliseconds. */
function retryAfterOf(error: Error | undefined): number {
  const parsed = isWidgetError(error, 'http/status') ? z.safeParse(waitSchema, error.data) : undefined
  return parsed?.success ? parsed.data.retryAfterMs : 0
}

const refetchIfStaleAtom = atom(null, (get, set) => {
  const displayed = get(quoteAtom)
  // Without any quote the form shows it, and the user retries.
  if (displayed.is !== 'quote' || displayed.kind === 'sample' || get(isFetchingAtom)) return
  const waitMs = Math.max(onrampQuoteLifetimeMs, retryAfterOf(get(quoteFailureAtom)))
  if (get(portsAtom).clock.now() - Math.max(displayed.quote.at, get(requestedAtAtom)) < waitMs) return
  void set(refetchAtom)
})

/**
 * Mounted by the form: refetches the quote once it is 30 s old, or later if the service requests it. Paused while the page
 * is hidden; checks at once when it is visible again.
 */
export const quoteRefetchAtom = atom(
  (get) => get(portsAtom).clock,
  (get, set): (() => void) => {
    const { clock } = get(portsAtom)
    let cancel = () => {}
    const check = () => {
      cancel()
      if (isPageHidden()) return
      set(refetchIfStaleAtom)
      cancel = clock.after(checkIntervalMs, check)
    }
    const stop = onPageVisibility(check)
    cancel = clock.after(checkIntervalMs, check)
    return () => {
      stop()
      cancel()
    }
  },
)
quoteRefetchAtom.onMount = (start) => start()
