import { promptAtom } from '#widget/lib/state.ts'
import { leaveAtom, swapStateAtom } from '../atoms.ts'
import { adapterAtom } from '../chain-adapter-query.ts'
import { canConfirm } from '../model.ts'
import { askAgainAtom } from '../refresh-quote.ts'
import { reviewProblemsAtom } from '../swap-form.ts'
import { progressFile } from './lazy-progress.ts'
import { isUnreadAtom, planAtom } from './plan-atoms.ts'
import { setbackOfPlan } from './plan-failure.ts'
import { isLossOpen, lossAtom } from './swap-parameters-atoms.ts'

/**
 * Carries out what the review shows: quotes again if the price went stale, then asks the wallet for each step. A second
 * press while one is under way does nothing. Resolves when the swap has come to its end.
 */
export const confirmSwapAtom = promptAtom(null, async (get, set): Promise<void> => {
  const seen = get(planAtom)
  const adapter = get(adapterAtom)
  const isReady = canConfirm(get(swapStateAtom)) && get(reviewProblemsAtom).length === 0
  if (!isReady || seen.is !== 'ready' || adapter.is !== 'ready' || isLossOpen(get(lossAtom))) return
  const { contractCalls } = adapter.data
  if (!contractCalls) return
  set(swapStateAtom, { is: 'confirmed' })
  // A new price came under the finger that meant the one before it.
  if (set(isUnreadAtom, seen.data)) return set(swapStateAtom, { is: 'halted', note: 'price-moved' })
  try {
    // What carries it out comes with the first swap, and so does what shows it: nothing is asked before both are there.
    const [{ carryOutAtom }] = await Promise.all([import('./execute-swap.ts'), progressFile()])
    await set(carryOutAtom, seen.data, contractCalls)
  } catch (error) {
    set(swapStateAtom, { is: 'stopped', setback: setbackOfPlan(error) })
  }
  // An approval may have gone through: what is planned next has to know.
  if (get(swapStateAtom).is === 'stopped') void set(askAgainAtom)
  // Ended while nobody was looking: the journal tells, and the next visit starts anew.
  set(leaveAtom)
})
