import { promptAtom } from '#widget/lib/state.ts'
import { resetFormAtom, swapStateAtom } from '../atoms.ts'
import { adapterAtom } from '../chain-adapter-query.ts'
import { canConfirm } from '../model.ts'
import { refetchQuoteAtom } from '../refresh-quote.ts'
import { reviewProblemsAtom } from '../swap-form.ts'
import { progressFile } from './lazy-progress.ts'
import { isWorsePlanUnseenAtom, planAtom } from './plan-atoms.ts'
import { toPlanFailure } from './plan-failure.ts'
import { isLossUnaccepted, priceImpactLossAtom } from './swap-parameters-atoms.ts'

/**
 * Carries out what the review shows: quotes again if the price went stale, then asks the wallet for each step. A second
 * press while one is under way does nothing. Resolves when the swap has come to its end.
 */
export const confirmSwapAtom = promptAtom(null, async (get, set): Promise<void> => {
  const seen = get(planAtom)
  const adapter = get(adapterAtom)
  const isReady = canConfirm(get(swapStateAtom)) && get(reviewProblemsAtom).length === 0
  if (!isReady || seen.is !== 'ready' || adapter.is !== 'ready' || isLossUnaccepted(get(priceImpactLossAtom)))
    return
  const { contractCalls } = adapter.data
  if (!contractCalls) return
  set(swapStateAtom, { is: 'confirmed' })
  // A new price came under the finger that meant the one before it.
  if (set(isWorsePlanUnseenAtom, seen.data)) return set(swapStateAtom, { is: 'halted', note: 'price-moved' })
  try {
    // What carries it out comes with the first swap, and so does what shows it: nothing is asked before both are there.
    const [{ executeSwapAtom }] = await Promise.all([import('./execute-swap.ts'), progressFile()])
    await set(executeSwapAtom, seen.data, contractCalls)
  } catch (error) {
    set(swapStateAtom, { is: 'stopped', setback: toPlanFailure(error) })
  }
  // An approval may have gone through: what is planned next has to know.
  if (get(swapStateAtom).is === 'stopped') void set(refetchQuoteAtom)
  // Ended while nobody was looking: the journal tells, and the next visit starts anew.
  set(resetFormAtom)
})
