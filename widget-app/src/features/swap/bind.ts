import { formatForInput } from '#shared/amount/format-amount.ts'
import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import type { ContractCalls } from '#widget/chains/contract.ts'
import { beginTransactionAtom, recordReceivedAtom, recordTransactionAtom } from '#widget/kernel/journal.ts'
import { showToastAtom } from '#widget/kernel/notices.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { refreshQueriesAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { runSwap, type SwapPorts } from './commands.ts'
import { flipped, type Side, type TokenKey, withToken } from './draft.ts'
import {
  adapterAtom,
  lossAtom,
  orderAtom,
  planAtom,
  planPortsAtom,
  problemsAtom,
  reviewProblemsAtom,
} from './form.ts'
import { canConfirm, isUnderWay } from './machine.ts'
import { makePlan, type Plan } from './plan.ts'
import { isFresh, quoteAtom, shownQuoteAtom } from './quote.ts'
import { setbackOfPlan } from './setbacks.ts'
import {
  draftAtom,
  emptyDraftAtom,
  isSwapShownAtom,
  leaveAtom,
  localeAtom,
  swapStateAtom,
  tokenSearchAtom,
} from './state.ts'
import { toTokenAtom } from './tokens.ts'

/** Opens the list of tokens of a side. */
export const openTokensAtom = atom(null, (_get, set, side: Side) =>
  set(viewStackAtom, { to: 'push', view: { name: 'SwapSelectToken', side } }),
)

/** Takes a token and goes back to the form. */
export const chooseTokenAtom = atom(null, (get, set, side: Side, key: TokenKey) => {
  set(draftAtom, withToken(get(draftAtom), side, key))
  set(tokenSearchAtom, '')
  set(viewStackAtom, { to: 'back' })
})

/** Exchanges both sides; what would have come is what is given then. */
export const flipAtom = atom(null, (get, set) => {
  const quote = get(shownQuoteAtom)
  const to = get(toTokenAtom)
  const amount = quote && to && formatForInput(quote.toAmount, to.asset.decimals, get(localeAtom))
  set(draftAtom, flipped(get(draftAtom), amount))
})

/** Fills in the most that can be given. */
export const chooseMaxAtom = atom(null, (_get, set) => set(draftAtom, { amount: { is: 'max' } }))

/** Opens the review of a form without problems. */
export const reviewAtom = atom(null, (get, set) => {
  if (get(problemsAtom).length > 0 || !get(orderAtom)) return
  set(swapStateAtom, { is: 'reviewed' })
  set(viewStackAtom, { to: 'push', view: { name: 'SwapPreview' } })
})

const lookMs = 500
const askedAtAtom = atom(0)

const lookAtom = atom(null, (get, set, schedule: () => void) => {
  const now = get(portsAtom).clock.now()
  const quote = get(quoteAtom)
  const answeredAt = quote.is === 'ready' ? quote.data.at : 0
  const isDue = now - Math.max(answeredAt, get(askedAtAtom)) >= swapQuoteLifetimeMs
  if (isDue && quote.is !== 'loading' && !isUnderWay(get(swapStateAtom))) {
    set(askedAtAtom, now)
    void set(quoteAtom)
  }
  schedule()
})

/** Mounted by form and review: asks for a new quote when the one on screen is 10 s old. */
export const freshQuoteAtom = atom(
  (get) => get(portsAtom).clock,
  (get, set): (() => void) => {
    let cancel = () => {}
    const schedule = () => {
      cancel = get(portsAtom).clock.after(lookMs, () => set(lookAtom, schedule))
    }
    schedule()
    return () => cancel()
  },
)
freshQuoteAtom.onMount = (start) => start()

/** Asks for a new quote and plan now. */
export const askAgainAtom = atom(null, async (_get, set) => {
  await set(quoteAtom)
  await set(planAtom)
})

type Agreed =
  | { readonly is: 'agreed'; readonly plan: Plan }
  | { readonly is: 'halted'; readonly note: 'price-moved' | 'fee-rose' | undefined }

/** The plan to carry out: the one on screen while its quote is fresh, else a new one unless that is worse. */
const agreeAtom = atom(null, async (get, set, seen: Plan): Promise<Agreed> => {
  const { clock } = get(portsAtom)
  if (isFresh(seen.order.quote, clock.now())) return { is: 'agreed', plan: seen }
  await set(quoteAtom)
  const order = get(orderAtom)
  const ports = get(planPortsAtom)
  if (!order || !ports || get(problemsAtom).length > 0) return { is: 'halted', note: undefined }
  if (order.minimum < seen.order.minimum) return { is: 'halted', note: 'price-moved' }
  const plan = await makePlan(ports, order, new AbortController().signal)
  return plan.maxFee > seen.maxFee ? { is: 'halted', note: 'fee-rose' } : { is: 'agreed', plan }
})

const alarmAtom = atom(null, (get, set, entryId: string) => {
  const state = get(swapStateAtom)
  const isOfThis =
    ('entryId' in state && state.entryId === entryId) ||
    ('approvalId' in state && state.approvalId === entryId)
  if (isOfThis) set(swapStateAtom, { is: 'mismatched' })
  // The progress of the swap says it itself.
  if (!isOfThis || !get(isSwapShownAtom))
    set(showToastAtom, get(translateAtom)('transaction.mismatch'), 'error')
})

const runAtom = atom(null, async (get, set, plan: Plan, contractCalls: ContractCalls) => {
  const { chains } = get(portsAtom)
  const { follow } = await chains.adapter(plan.order.connection.namespace)
  // What is under way goes on when the views have gone.
  const { signal } = new AbortController()
  const ports: SwapPorts = {
    adapter: { ...(follow ? { follow } : {}), contractCalls },
    begin: (connection, transfer, purpose) => set(beginTransactionAtom, connection, transfer, purpose),
    record: (id, event) => set(recordTransactionAtom, id, event),
    recordReceived: (id, received) => set(recordReceivedAtom, id, received),
    tell: (event) => {
      set(swapStateAtom, event)
      if (event.is === 'submitted') {
        set(emptyDraftAtom)
        if (!get(isSwapShownAtom)) set(showToastAtom, get(translateAtom)('transaction.submitted'), 'info')
      }
    },
    planAgain: async (order) => {
      const again = get(planPortsAtom)
      if (!again) throw new Error('The chain is not connected any more')
      return makePlan(again, order, signal)
    },
    alarm: (entryId) => set(alarmAtom, entryId),
    signal,
  }
  await runSwap(ports, plan)
  void set(refreshQueriesAtom, 'balances')
})

/**
 * Carries out what the review shows: quotes again if the price went stale, then asks the wallet for each step. A second
 * press while one is under way does nothing. Resolves when the swap has come to its end.
 */
export const confirmSwapAtom = atom(null, async (get, set): Promise<void> => {
  const seen = get(planAtom)
  const adapter = get(adapterAtom)
  const isReady = canConfirm(get(swapStateAtom)) && get(reviewProblemsAtom).length === 0
  if (!isReady || seen.is !== 'ready' || adapter.is !== 'ready' || get(lossAtom) === 'large') return
  const { contractCalls } = adapter.data
  if (!contractCalls) return
  set(swapStateAtom, { is: 'confirmed' })
  try {
    const agreed = await set(agreeAtom, seen.data)
    if (agreed.is === 'halted') set(swapStateAtom, agreed)
    else await set(runAtom, agreed.plan, contractCalls)
  } catch (error) {
    set(swapStateAtom, { is: 'stopped', setback: setbackOfPlan(error) })
  }
  // An approval may have gone through: what is planned next has to know.
  if (get(swapStateAtom).is === 'stopped') void set(askAgainAtom)
  // Ended while nobody was looking: the journal tells, and the next visit starts anew.
  set(leaveAtom)
})
