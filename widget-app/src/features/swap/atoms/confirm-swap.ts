import { findDuplicateSwap } from '#widget/domain/transactions/find-duplicate.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import type { TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { atom, promptAtom } from '#widget/lib/state.ts'
import { canConfirm, toPlanFailure } from '../model.ts'
import { adapterAtom, resetFormAtom, swapStateAtom } from './draft.ts'
import { reviewProblemsAtom } from './form.ts'
import { isWorsePlanTooNewAtom, planAtom } from './plan.ts'
import { refetchQuoteAtom } from './refresh-quote.ts'
import { isLossUnaccepted, priceImpactLossAtom, swapParametersAtom } from './swap-parameters.ts'

/** The earlier swap that the review warns of. */
export const duplicateSwapAtom = atom((get): TransactionEntry | undefined => {
  const parameters = get(swapParametersAtom)
  if (!parameters) return undefined
  const { connection, from, to, amount } = parameters
  const swap = { from: connection.accounts[0], asset: from.asset, value: amount, gets: to.asset }
  return findDuplicateSwap(get(journalAtom), swap)
})

/**
 * Executes the reviewed swap: quotes again if the price is stale, then prompts the wallet for each step. A second click
 * meanwhile does nothing. Resolves when the swap has ended.
 */
export const confirmSwapAtom = promptAtom(null, async (get, set): Promise<void> => {
  const shown = get(planAtom)
  const adapter = get(adapterAtom)
  const isReady = canConfirm(get(swapStateAtom)) && get(reviewProblemsAtom).length === 0
  if (
    !isReady ||
    shown.is !== 'ready' ||
    adapter.is !== 'ready' ||
    isLossUnaccepted(get(priceImpactLossAtom))
  )
    return
  const { contractCalls } = adapter.data
  if (!contractCalls) return
  set(swapStateAtom, { is: 'confirmed' })
  // The quote changed between render and click.
  if (set(isWorsePlanTooNewAtom, shown.data)) return set(swapStateAtom, { is: 'halted', note: 'price-moved' })
  try {
    // The code that executes and shows a swap loads with the first one: both must be there before the first prompt.
    const [{ executeSwapAtom }] = await Promise.all([
      import('./execute-swap.ts'),
      import('../views/swap-progress.tsx'),
    ])
    await set(executeSwapAtom, shown.data, contractCalls)
  } catch (error) {
    set(swapStateAtom, { is: 'stopped', failure: toPlanFailure(error) })
  }
  // An approval may have been confirmed: the next plan has to include it.
  if (get(swapStateAtom).is === 'stopped') void set(refetchQuoteAtom)
  // If the views were closed meanwhile, the journal has the result, and the next visit begins with an empty form.
  set(resetFormAtom)
})
