import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { pairOf } from '../model.ts'
import type { Plan, PlanPorts } from '../plan/plan.ts'
import { canBundleAtom } from './bundle-support.ts'
import { adapterAtom, slippageInputAtom, swapperAtom } from './draft.ts'
import { plannedFeeAtom, withFeeReserve } from './quote.ts'
import { lossKeyAtom, swapParametersAtom } from './swap-parameters.ts'

/** The ports of `createPlan`. */
export const planPortsAtom = atom((get): PlanPorts | undefined => {
  const adapter = get(adapterAtom)
  if (adapter.is !== 'ready') return undefined
  const canBundle = get(canBundleAtom) === true
  return { http: get(portsAtom), api: get(blockchainApiAtom), adapter: adapter.data, canBundle }
})

/** Whether a plan can be created: there is a quote, and the chain's code is loaded. */
const isPlanEnabledAtom = atom(
  (get): boolean =>
    get(swapParametersAtom) !== undefined &&
    get(planPortsAtom) !== undefined &&
    get(canBundleAtom) !== 'loading',
)

/** The plan of the swap under review, created again with every quote. Write to it to create it again. */
export const planAtom = queryAtom<Plan>((get) => {
  const parameters = get(swapParametersAtom)
  const ports = get(planPortsAtom)
  const { from, to, amount, quote, slippageBasisPoints, connection } = parameters ?? {}
  return {
    key: [
      'swap-plan',
      from?.id,
      to?.id,
      String(amount),
      String(quote?.toAmount),
      quote?.at,
      String(slippageBasisPoints),
      connection?.accounts[0],
      ports?.canBundle,
    ],
    staleTimeMs: swapQuoteLifetimeMs,
    overdueAfterMs: Number.POSITIVE_INFINITY,
    enabled: get(isPlanEnabledAtom),
    load: async (signal) => {
      if (!parameters || !ports) throw new Error('A plan was asked for without its order')
      const { createPlan } = await import('../plan/plan.ts')
      return createPlan(ports, parameters, signal)
    },
  }
})

type StoredPlan = {
  readonly of: string
  readonly plan: Plan | undefined
  /** Since when the plan is displayed, in epoch milliseconds. */
  readonly since?: number | undefined
  readonly error: Error | undefined
  /** The last plan of the previous quote. */
  readonly previous?: Plan | undefined
}
const storedPlanAtom = atom<StoredPlan | undefined>(undefined)

/** Key of a swap, independent of its price. */
const parametersKeyAtom = atom(
  (get) => `${get(lossKeyAtom)}|${get(slippageInputAtom)}|${get(swapperAtom)?.accounts[0]}`,
)

/** Stores the current plan to display while the next one is created, and to compare with it afterwards. */
export const pinPlanAtom = atom(null, (get, set) => {
  const plan = get(planAtom)
  const swapKey = get(parametersKeyAtom)
  const stored = get(storedPlanAtom)
  const last = stored?.of === swapKey ? stored : undefined
  if (plan.is === 'ready') {
    const isNewPrice = last?.plan?.parameters.quote.at !== plan.data.parameters.quote.at
    set(storedPlanAtom, {
      of: swapKey,
      plan: plan.data,
      since: last?.plan === plan.data ? last.since : get(portsAtom).clock.now(),
      error: undefined,
      previous: isNewPrice ? last?.plan : last?.previous,
    })
  }
  if (plan.is === 'failed')
    set(storedPlanAtom, { of: swapKey, plan: last?.plan, error: plan.error, previous: last?.previous })
})

/** Minimum time to read a plan and to confirm it, before the next quote makes it outdated. */
const minPlanMs = 5_000

/**
 * Until when the plan of the current quote stays, in epoch milliseconds. Infinity while it is created: if that takes longer
 * than a quote lives, each new quote would end it, and there would never be a plan.
 */
export const planStaysUntilAtom = atom((get): number => {
  const plan = get(planAtom)
  const stored = get(storedPlanAtom)
  if (plan.is === 'ready' && stored?.plan === plan.data) return (stored.since ?? 0) + minPlanMs
  return plan.is === 'loading' && get(isPlanEnabledAtom) ? Number.POSITIVE_INFINITY : 0
})

/** Makes Max reserve the fee of the last plan. Not under a review: no amount changes there. */
export const storePlannedFeeAtom = atom(null, (get, set) => {
  const plan = get(storedPlanAtom)?.plan
  if (!plan) return
  const [swapKey, maxFee] = [pairOf(plan.parameters), withFeeReserve(plan.maxFee)]
  const known = get(plannedFeeAtom)
  if (known?.of !== swapKey || known.maxFee !== maxFee) set(plannedFeeAtom, { of: swapKey, maxFee })
})

/** Minimum time to read a new amount. */
const minReadingMs = 1_000

/** Whether a plan yields less than the previous one and is too new to have been read. */
export const isWorsePlanTooNewAtom = atom(null, (get, set, { parameters }: Plan): boolean => {
  set(pinPlanAtom)
  const before = get(storedPlanAtom)?.previous
  const isRead = get(portsAtom).clock.now() - parameters.quote.at >= minReadingMs
  return before !== undefined && parameters.minimum < before.parameters.minimum && !isRead
})

/**
 * The plan that the review shows: while the next one is created, the values of the previous plan stay, and so does its
 * error.
 */
export const displayedPlanAtom = atom((get): Omit<StoredPlan, 'of'> => {
  const plan = get(planAtom)
  if (plan.is === 'ready') return { plan: plan.data, error: undefined }
  const stored = get(storedPlanAtom)
  const isSame = stored?.of === get(parametersKeyAtom)
  if (plan.is === 'failed') return { plan: isSame ? stored?.plan : undefined, error: plan.error }
  return isSame ? stored : { plan: undefined, error: undefined }
})
