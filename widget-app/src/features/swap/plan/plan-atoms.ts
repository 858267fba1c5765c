import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { slippageInputAtom, swapperAtom } from '../atoms.ts'
import { canBundleAtom } from '../bundle-support.ts'
import { adapterAtom } from '../chain-adapter-query.ts'
import { pairOf, plannedFeeAtom, withFeeReserve } from '../quote.ts'
import type { Plan } from './plan.ts'
import type { PlanPorts } from './swap-parameters.ts'
import { lossKeyAtom, swapParametersAtom } from './swap-parameters-atoms.ts'

/** The ports of `createPlan`. */
export const planPortsAtom = atom((get): PlanPorts | undefined => {
  const adapter = get(adapterAtom)
  if (adapter.is !== 'ready') return undefined
  const canBundle = get(canBundleAtom) === true
  return { http: get(portsAtom), api: get(blockchainApiAtom), adapter: adapter.data, canBundle }
})

/** The plan of the swap under review, created again with every quote. Write to it to create it again. */
export const planAtom = queryAtom<Plan>((get) => {
  const order = get(swapParametersAtom)
  const ports = get(planPortsAtom)
  const { from, to, amount, quote, slippageBasisPoints, connection } = order ?? {}
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
    lifetimeMs: swapQuoteLifetimeMs,
    patienceMs: Number.POSITIVE_INFINITY,
    enabled: order !== undefined && ports !== undefined && get(canBundleAtom) !== 'loading',
    load: async (signal) => {
      if (!order || !ports) throw new Error('A plan was asked for without its order')
      const { createPlan } = await import('./plan.ts')
      return createPlan(ports, order, signal)
    },
  }
})

type Kept = {
  readonly of: string
  readonly plan: Plan | undefined
  readonly error: Error | undefined
  /** The last plan of the previous quote. */
  readonly before?: Plan | undefined
}
const keptAtom = atom<Kept | undefined>(undefined)

/** Key of a swap, independent of its price. */
const wishKeyAtom = atom(
  (get) => `${get(lossKeyAtom)}|${get(slippageInputAtom)}|${get(swapperAtom)?.accounts[0]}`,
)

/** Stores the current plan to display while the next one is created, and to compare with it afterwards. */
export const pinPlanAtom = atom(null, (get, set) => {
  const plan = get(planAtom)
  const of = get(wishKeyAtom)
  const kept = get(keptAtom)
  const last = kept?.of === of ? kept : undefined
  if (plan.is === 'ready') {
    const isNewPrice = last?.plan?.order.quote.at !== plan.data.order.quote.at
    set(keptAtom, { of, plan: plan.data, error: undefined, before: isNewPrice ? last?.plan : last?.before })
  }
  if (plan.is === 'failed') set(keptAtom, { of, plan: last?.plan, error: plan.error, before: last?.before })
})

/** Makes Max reserve the fee of the last plan. Not under a review: no amount changes there. */
export const adoptFeeAtom = atom(null, (get, set) => {
  const plan = get(keptAtom)?.plan
  if (!plan) return
  const [of, maxFee] = [pairOf(plan.order), withFeeReserve(plan.maxFee)]
  const known = get(plannedFeeAtom)
  if (known?.of !== of || known.maxFee !== maxFee) set(plannedFeeAtom, { of, maxFee })
})

/** Minimum time to read a new amount. */
const readingMs = 1_000

/** Whether a plan yields less than the previous one and is too new to have been read. */
export const isWorsePlanUnseenAtom = atom(null, (get, set, { order }: Plan): boolean => {
  set(pinPlanAtom)
  const before = get(keptAtom)?.before
  const isRead = get(portsAtom).clock.now() - order.quote.at >= readingMs
  return before !== undefined && order.minimum < before.order.minimum && !isRead
})

/**
 * The plan that the review shows: while the next one is created, the values of the previous plan stay, and so does its
 * error.
 */
export const displayedPlanAtom = atom((get): Omit<Kept, 'of'> => {
  const plan = get(planAtom)
  if (plan.is === 'ready') return { plan: plan.data, error: undefined }
  const kept = get(keptAtom)
  const isSame = kept?.of === get(wishKeyAtom)
  if (plan.is === 'failed') return { plan: isSame ? kept?.plan : undefined, error: plan.error }
  return isSame ? kept : { plan: undefined, error: undefined }
})
