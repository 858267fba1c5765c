import { plainAmount } from '#shared/amount/format-amount.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ContractCalls } from '#widget/chains/chain-adapter.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { refetchBalancesAtom } from '#widget/domain/balances/forced-refetch.ts'
import { recordBundleAtom } from '#widget/domain/transactions/bundle-records.ts'
import {
  beginTransactionAtom,
  journalAtom,
  recordTransactionAtom,
  watchTransactionAtom,
} from '#widget/domain/transactions/journal.ts'
import { reportSwapResultAtom } from '#widget/domain/transactions/report-swap-result.ts'
import { retryVerificationAtom } from '#widget/domain/transactions/retry-verification.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { type RequestedStep, runSwap, type SwapPorts } from '../actions.ts'
import type { SwapParameters } from '../model.ts'
import { accountOf, isFresh, type SwapPlanChange, type SwapStep } from '../model.ts'
import type { PlanPorts } from '../plan/plan.ts'
import { createPlan, type Plan } from '../plan/plan.ts'
import { minimumReceived } from '../slippage.ts'
import { type SwapEventProperties, swapEndEvent, swapFailureEvent } from '../swap-event.ts'
import { bundlesDisabledAtom } from './bundle-support.ts'
import { emptyDraftAtom, isSwapShownAtom, swapStateAtom } from './draft.ts'
import { problemsAtom } from './form.ts'
import { planPortsAtom } from './plan.ts'
import { fetchQuote, quoteAtom } from './quote.ts'
import { swapParametersAtom } from './swap-parameters.ts'

const reportMismatchAtom = atom(null, (get, set, entryId: string) => {
  const state = get(swapStateAtom)
  const isCurrentSwap =
    ('entryId' in state && state.entryId === entryId) ||
    ('approvalId' in state && state.approvalId === entryId)
  if (isCurrentSwap) set(swapStateAtom, { is: 'mismatched' })
  // The progress of the swap shows the mismatch itself.
  if (!isCurrentSwap || !get(isSwapShownAtom))
    set(showToastAtom, get(translateAtom)('transaction.mismatch'), 'error')
})

const isSame = (a: string | undefined, b: string | undefined): boolean =>
  a?.toLowerCase() === b?.toLowerCase()

/** The pending entry of the same approval, requested before a reload or by another attempt. */
const pendingApprovalAtom = atom(
  null,
  (get, _set, { parameters, spender, value }: RequestedStep): string | undefined => {
    const { asset } = parameters.from
    return get(journalAtom).find(
      (entry) =>
        entry.purpose?.is === 'approval' &&
        entry.state.is === 'submitted' &&
        entry.value === value &&
        entry.asset.chain === asset.chain &&
        isSame(entry.asset.address, asset.address) &&
        isSame(entry.from, parameters.connection.accounts[0]) &&
        isSame(entry.to, spender),
    )?.id
  },
)

/** The analytics properties of a swap. */
const eventPropertiesOf = ({ from, to, amount, quote, network }: SwapParameters): SwapEventProperties => ({
  network: network.id,
  isSmartAccount: false,
  swapFromToken: from.asset.symbol,
  swapToToken: to.asset.symbol,
  swapFromAmount: plainAmount(amount, from.asset.decimals),
  swapToAmount: plainAmount(quote.toAmount, to.asset.decimals),
})

/**
 * An approval takes minutes, and the calls built after it may be undecodable: check the price again.
 * @throws WidgetError `swap/price-moved` if less would be received than accepted, `http/*`.
 */
async function verifyMinimum(
  ports: PlanPorts,
  parameters: SwapParameters,
  signal: AbortSignal,
): Promise<void> {
  const { network, connection, minimum, slippageBasisPoints } = parameters
  const now = await fetchQuote(ports, parameters, accountOf(network.id, connection.accounts[0]), signal)
  const minimumNow = now.is === 'quote' ? minimumReceived(now.toAmount, slippageBasisPoints) : 0n
  if (minimumNow < minimum) throw new WidgetError('swap/price-moved', 'Less would come than was agreed to')
}

const executePlanAtom = atom(null, async (get, set, plan: Plan, contractCalls: ContractCalls) => {
  // A swap under way continues after the views unmount.
  const { signal } = new AbortController()
  const eventProperties = eventPropertiesOf(plan.parameters)
  const { walletId, chain } = plan.parameters.connection
  let step: SwapStep = 'swap'
  let isMismatched = false
  let hasFailed = false
  const verifications: Promise<void>[] = []
  const ports: SwapPorts = {
    contractCalls,
    beginTransaction: (...request) => set(beginTransactionAtom, ...request),
    record: (id, event) => set(recordTransactionAtom, id, event),
    storeBundle: (id, callCount) => set(recordBundleAtom, { id, chain, walletId, callCount }),
    watchTransaction: (id) => set(watchTransactionAtom, id, signal),
    findPendingApproval: (request) => set(pendingApprovalAtom, request),
    disableBundles: () => set(bundlesDisabledAtom, true),
    onEvent: (event) => {
      if (event.is === 'asked') step = event.step
      if (event.is === 'approved') step = 'swap'
      set(swapStateAtom, event)
      const failed = swapFailureEvent(event, step, eventProperties)
      if (failed) {
        hasFailed = true
        set(trackEventAtom, failed)
      }
      if (event.is === 'submitted') {
        set(emptyDraftAtom)
        if (!get(isSwapShownAtom)) set(showToastAtom, get(translateAtom)('transaction.submitted'), 'info')
      }
    },
    createNextPlan: async (parameters) => {
      const planPorts = get(planPortsAtom)
      if (!planPorts) throw new Error('The chain is not connected any more')
      await verifyMinimum(planPorts, parameters, signal)
      return createPlan(planPorts, parameters, signal)
    },
    reportMismatch: (entryId) => {
      isMismatched = true
      set(reportMismatchAtom, entryId)
    },
    verify: (entryId, verification) => {
      const onMismatch = () => {
        isMismatched = true
        set(reportMismatchAtom, entryId)
      }
      verifications.push(set(retryVerificationAtom, { id: entryId, verify: verification, onMismatch }))
    },
    signal,
  }
  set(trackEventAtom, { event: 'INITIATE_SWAP', properties: eventProperties })
  const entry = await runSwap(ports, plan)
  void set(refetchBalancesAtom, plan.parameters.from.asset, plan.parameters.to.asset)
  // Track no success while a mismatch can still be found.
  await Promise.all(verifications)
  const end = swapEndEvent(entry, eventProperties, isMismatched)
  if (entry && end) set(reportSwapResultAtom, entry.id, end)
  // The wallet signed something else, which was not sent.
  const isUnsentMismatch = !entry && isMismatched && !hasFailed
  const mismatchEvent = isUnsentMismatch
    ? swapFailureEvent({ is: 'mismatched' }, step, eventProperties)
    : undefined
  if (mismatchEvent) set(trackEventAtom, mismatchEvent)
})

type PlanRefresh =
  | { readonly is: 'agreed'; readonly plan: Plan }
  | { readonly is: 'halted'; readonly note: SwapPlanChange }

/** The plan to execute: the displayed one while its quote is fresh, else a new one unless that is worse. */
const refreshPlanAtom = atom(null, async (get, set, shown: Plan): Promise<PlanRefresh> => {
  const { clock } = get(portsAtom)
  if (isFresh(shown.parameters.quote, clock.now())) return { is: 'agreed', plan: shown }
  await set(quoteAtom)
  const parameters = get(swapParametersAtom)
  const ports = get(planPortsAtom)
  if (!parameters || !ports || get(problemsAtom).length > 0) return { is: 'halted', note: undefined }
  // Never swap by a stale quote.
  if (!isFresh(parameters.quote, clock.now())) return { is: 'halted', note: 'no-price' }
  if (parameters.minimum < shown.parameters.minimum) return { is: 'halted', note: 'price-moved' }
  const plan = await createPlan(ports, parameters, new AbortController().signal)
  return plan.maxFee > shown.maxFee ? { is: 'halted', note: 'fee-rose' } : { is: 'agreed', plan }
})

/**
 * Executes the displayed plan, or a newer one that is no worse; resolves when the swap has ended. @throws what prevents a
 * new plan.
 */
export const executeSwapAtom = atom(null, async (_get, set, shown: Plan, contractCalls: ContractCalls) => {
  const refreshed = await set(refreshPlanAtom, shown)
  if (refreshed.is === 'halted') set(swapStateAtom, refreshed)
  else await set(executePlanAtom, refreshed.plan, contractCalls)
})
