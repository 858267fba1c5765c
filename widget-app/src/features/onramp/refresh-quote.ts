import * as z from 'zod/mini'
import { onrampQuoteLifetimeMs } from '#shared/config/limits.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isPageHidden, onPageVisibility } from '#widget/lib/page/page-visibility.ts'
import { atom } from '#widget/lib/state.ts'
import { quoteAtom, quoteFailureAtom } from './quote.ts'

const lookMs = 500
/** When the latest quote request of this document was sent or, later, responded to. */
const askedAtAtom = atom(0)
const isAskingAtom = atom(false)

const askAtom = atom(null, async (get, set): Promise<void> => {
  const { clock } = get(portsAtom)
  set(isAskingAtom, true)
  try {
    await set(quoteAtom)
  } finally {
    set(askedAtAtom, clock.now())
    set(isAskingAtom, false)
  }
})

const waitSchema = z.object({ retryAfterMs: z.number() })

/** The backoff that a failed response requests, in milliseconds. */
function retryAfterOf(error: Error | undefined): number {
  const told = isWidgetError(error, 'http/status') ? z.safeParse(waitSchema, error.data) : undefined
  return told?.success ? told.data.retryAfterMs : 0
}

const lookAtom = atom(null, (get, set) => {
  const shown = get(quoteAtom)
  // Without any quote the form shows it, and the user retries.
  if (shown.is !== 'quote' || shown.kind === 'sample' || get(isAskingAtom)) return
  const waitMs = Math.max(onrampQuoteLifetimeMs, retryAfterOf(get(quoteFailureAtom)))
  if (get(portsAtom).clock.now() - Math.max(shown.quote.at, get(askedAtAtom)) < waitMs) return
  void set(askAtom)
})

/**
 * Mounted by the form: refetches the quote once it is 30 s old, or later if the service requests it. Paused while the page
 * is hidden; checks at once when it is visible again.
 */
export const freshQuoteAtom = atom(
  (get) => get(portsAtom).clock,
  (get, set): (() => void) => {
    const { clock } = get(portsAtom)
    let cancel = () => {}
    const look = () => {
      cancel()
      if (isPageHidden()) return
      set(lookAtom)
      cancel = clock.after(lookMs, look)
    }
    const stop = onPageVisibility(look)
    cancel = clock.after(lookMs, look)
    return () => {
      stop()
      cancel()
    }
  },
)
freshQuoteAtom.onMount = (start) => start()
