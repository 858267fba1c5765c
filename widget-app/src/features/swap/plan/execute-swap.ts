import { plainAmount } from '#shared/amount/format-amount.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ContractCalls } from '#widget/chains/chain-adapter.ts'
import { showToastAtom } from '#widget/core/notices.ts'
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
import { emptyDraftAtom, isSwapShownAtom, swapStateAtom } from '../atoms.ts'
import { withoutBundlesAtom } from '../bundle-support.ts'
import type { SwapStep } from '../model.ts'
import { fetchQuote } from '../quote.ts'
import { minimumReceived } from '../swap-amounts.ts'
import { type SwapEventProperties, swapEndEvent, swapFailureEvent } from '../swap-event.ts'
import { accountOf } from '../tokens.ts'
import { createPlan, type Plan } from './plan.ts'
import { planPortsAtom } from './plan-atoms.ts'
import { refreshPlanAtom } from './refresh-plan.ts'
import type { PlanPorts, SwapParameters } from './swap-parameters.ts'

const alarmAtom = atom(null, (get, set, entryId: string) => {
  const state = get(swapStateAtom)
  const isOfThis =
    ('entryId' in state && state.entryId === entryId) ||
    ('approvalId' in state && state.approvalId === entryId)
  if (isOfThis) set(swapStateAtom, { is: 'mismatched' })
  // The progress of the swap shows the mismatch itself.
  if (!isOfThis || !get(isSwapShownAtom))
    set(showToastAtom, get(translateAtom)('transaction.mismatch'), 'error')
})

const isSame = (a: string | undefined, b: string | undefined): boolean =>
  a?.toLowerCase() === b?.toLowerCase()

/** The pending entry of the same approval, requested before a reload or by another attempt. */
const approvalUnderWayAtom = atom(
  null,
  (get, _set, { order, spender, value }: RequestedStep): string | undefined => {
    const { asset } = order.from
    return get(journalAtom).find(
      (entry) =>
        entry.purpose?.is === 'approval' &&
        entry.state.is === 'submitted' &&
        entry.value === value &&
        entry.asset.chain === asset.chain &&
        isSame(entry.asset.address, asset.address) &&
        isSame(entry.from, order.connection.accounts[0]) &&
        isSame(entry.to, spender),
    )?.id
  },
)

/** The analytics properties of a swap. */
const toldOf = ({ from, to, amount, quote, network }: SwapParameters): SwapEventProperties => ({
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
async function holdMinimum(ports: PlanPorts, order: SwapParameters, signal: AbortSignal): Promise<void> {
  const { network, connection, minimum, slippageBasisPoints } = order
  const now = await fetchQuote(ports, order, accountOf(network.id, connection.accounts[0]), signal)
  const comes = now.is === 'quote' ? minimumReceived(now.toAmount, slippageBasisPoints) : 0n
  if (comes < minimum) throw new WidgetError('swap/price-moved', 'Less would come than was agreed to')
}

const runAtom = atom(null, async (get, set, plan: Plan, contractCalls: ContractCalls) => {
  // A swap under way continues after the views unmount.
  const { signal } = new AbortController()
  const told = toldOf(plan.order)
  const { walletId, chain } = plan.order.connection
  let step: SwapStep = 'swap'
  let isAlarmed = false
  let hasFailed = false
  const looks: Promise<void>[] = []
  const ports: SwapPorts = {
    contractCalls,
    begin: (...asked) => set(beginTransactionAtom, ...asked),
    record: (id, event) => set(recordTransactionAtom, id, event),
    keepBundle: (id, callCount) => set(recordBundleAtom, { id, chain, walletId, callCount }),
    follow: (id) => set(watchTransactionAtom, id, signal),
    approvalUnderWay: (asked) => set(approvalUnderWayAtom, asked),
    withoutBundles: () => set(withoutBundlesAtom, true),
    tell: (event) => {
      if (event.is === 'asked') step = event.step
      if (event.is === 'approved') step = 'swap'
      set(swapStateAtom, event)
      const failed = swapFailureEvent(event, step, told)
      if (failed) {
        hasFailed = true
        set(trackEventAtom, failed)
      }
      if (event.is === 'submitted') {
        set(emptyDraftAtom)
        if (!get(isSwapShownAtom)) set(showToastAtom, get(translateAtom)('transaction.submitted'), 'info')
      }
    },
    planAgain: async (order) => {
      const again = get(planPortsAtom)
      if (!again) throw new Error('The chain is not connected any more')
      await holdMinimum(again, order, signal)
      return createPlan(again, order, signal)
    },
    alarm: (entryId) => {
      isAlarmed = true
      set(alarmAtom, entryId)
    },
    compare: (entryId, look) => {
      const alarm = () => {
        isAlarmed = true
        set(alarmAtom, entryId)
      }
      looks.push(set(retryVerificationAtom, { id: entryId, look, alarm }))
    },
    signal,
  }
  set(trackEventAtom, { event: 'INITIATE_SWAP', properties: told })
  const entry = await runSwap(ports, plan)
  void set(refetchBalancesAtom, plan.order.from.asset, plan.order.to.asset)
  // Track no success while a mismatch can still be found.
  await Promise.all(looks)
  const end = swapEndEvent(entry, told, isAlarmed)
  if (entry && end) set(reportSwapResultAtom, entry.id, end)
  // The wallet signed something else, which was not sent.
  const isRefused = !entry && isAlarmed && !hasFailed
  const refused = isRefused ? swapFailureEvent({ is: 'mismatched' }, step, told) : undefined
  if (refused) set(trackEventAtom, refused)
})

/**
 * Executes the displayed plan, or a newer one that is no worse; resolves when the swap has ended. @throws what prevents a
 * new plan.
 */
export const executeSwapAtom = atom(null, async (_get, set, seen: Plan, contractCalls: ContractCalls) => {
  const agreed = await set(refreshPlanAtom, seen)
  if (agreed.is === 'halted') set(swapStateAtom, agreed)
  else await set(runAtom, agreed.plan, contractCalls)
})
