import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import type { SwapPlanChange } from '../model.ts'
import { isFresh } from '../model.ts'
import { createPlan, type Plan } from '../plan/plan.ts'
import { problemsAtom } from './form.ts'
import { planPortsAtom } from './plan.ts'
import { quoteAtom } from './quote.ts'
import { swapParametersAtom } from './swap-parameters.ts'

type PlanRefresh =
  | { readonly is: 'agreed'; readonly plan: Plan }
  | { readonly is: 'halted'; readonly note: SwapPlanChange }

/** The plan to execute: the displayed one while its quote is fresh, else a new one unless that is worse. */
export const refreshPlanAtom = atom(null, async (get, set, shown: Plan): Promise<PlanRefresh> => {
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
