import { journalAtom } from '#widget/domain/transactions/journal.ts'
import { isSameSender, isSameToken } from '#widget/domain/transactions/swap-outcome.ts'
import { movedFunds, type TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { atom } from '#widget/lib/state.ts'
import type { SwapParameters } from '../plan/swap-parameters.ts'
import { swapParametersAtom } from './swap-parameters.ts'

/**
 * The latest swap of the same amount of the same two tokens by the same account that is pending or has an unknown outcome;
 * undefined once the user has dismissed it.
 */
function findDuplicate(
  journal: readonly TransactionEntry[],
  { from, to, amount, connection }: SwapParameters,
): TransactionEntry | undefined {
  const sent = { from: connection.accounts[0], asset: from.asset }
  return journal.find(
    (entry) =>
      entry.purpose?.is === 'swap' &&
      ['not-yet', 'maybe'].includes(movedFunds(entry.state)) &&
      !entry.isTold &&
      entry.value === amount &&
      isSameSender(entry, sent) &&
      isSameToken(entry.purpose.gets.address, to.asset.address),
  )
}

/** The duplicate that the review warns of. */
export const duplicateSwapAtom = atom((get): TransactionEntry | undefined => {
  const parameters = get(swapParametersAtom)
  return parameters && findDuplicate(get(journalAtom), parameters)
})
