import * as z from 'zod/mini'
import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { isPageHidden, onPageVisibility } from '#widget/lib/page/page-visibility.ts'
import { atom } from '#widget/lib/state.ts'
import { swapStateAtom } from './atoms.ts'
import { isUnderWay } from './model.ts'
import { adoptFeeAtom, pinPlanAtom, planAtom } from './plan/plan-atoms.ts'
import { gasPriceAtom, quoteAtom } from './quote.ts'

const lookMs = 500
const askedAtAtom = atom(0)
const isFormAtom = atom((get) => get(currentViewAtom).name === 'Swap')
const isAskingAtom = atom(false)

const askAtom = atom(null, async (get, set): Promise<void> => {
  set(askedAtAtom, get(portsAtom).clock.now())
  // Max is made of it: under a review no amount changes.
  if (get(isFormAtom)) void set(gasPriceAtom)
  set(isAskingAtom, true)
  try {
    await set(quoteAtom)
  } finally {
    set(isAskingAtom, false)
  }
})

const waitSchema = z.object({ retryAfterMs: z.number() })

/** How long a service that refused wants to be left alone, in milliseconds. */
function retryAfterOf(error: Error | undefined): number {
  const told = isWidgetError(error, 'http/status') ? waitSchema.safeParse(error.data) : undefined
  return told?.success ? told.data.retryAfterMs : 0
}

const lookAtom = atom(null, (get, set) => {
  set(pinPlanAtom)
  if (get(isFormAtom)) set(adoptFeeAtom)
  const now = get(portsAtom).clock.now()
  const quote = get(quoteAtom)
  // Where there is no price at all the form says so, and the person tries again.
  if (quote.is !== 'ready' || isUnderWay(get(swapStateAtom))) return
  // Asking again would break off a question that waits for its answer.
  if (get(isAskingAtom)) return
  const waitMs = Math.max(swapQuoteLifetimeMs, retryAfterOf(quote.failure?.error))
  if (now - Math.max(quote.data.at, get(askedAtAtom)) < waitMs) return
  void set(askAtom)
})

/**
 * Mounted by form and review: asks for a new quote when the one on screen is 10 s old, or later where the service wants
 * that. It stands still while nobody sees the page, and looks at once when somebody comes back.
 */
export const freshQuoteAtom = atom(
  (get) => get(portsAtom).clock,
  (get, set): (() => void) => {
    let cancel = () => {}
    const look = () => {
      cancel()
      if (isPageHidden()) return
      set(lookAtom)
      cancel = get(portsAtom).clock.after(lookMs, look)
    }
    const stop = onPageVisibility(look)
    cancel = get(portsAtom).clock.after(lookMs, look)
    return () => {
      stop()
      cancel()
    }
  },
)
freshQuoteAtom.onMount = (start) => start()

/** Asks for a new quote and plan now, and for the gas price where that is not known. */
export const refetchQuoteAtom = atom(null, async (get, set) => {
  if (get(gasPriceAtom).is === 'failed') void set(gasPriceAtom)
  await set(quoteAtom)
  await set(planAtom)
})
