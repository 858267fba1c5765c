import type { Transfer } from '#widget/chains/chain-adapter.ts'
import { includesAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import { movedFunds, type TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { atom } from '#widget/lib/state.ts'
import { previewAtom } from './form.ts'

/**
 * The latest transfer of the same amount of the same asset between the same accounts that is pending or has an unknown
 * outcome; undefined once the user has dismissed it.
 */
function findDuplicate(
  journal: readonly TransactionEntry[],
  { from, to, asset, value }: Transfer,
): TransactionEntry | undefined {
  return journal.find(
    (entry) =>
      ['not-yet', 'maybe'].includes(movedFunds(entry.state)) &&
      !entry.isTold &&
      !entry.purpose &&
      entry.value === value &&
      entry.asset.chain === asset.chain &&
      entry.asset.address?.toLowerCase() === asset.address?.toLowerCase() &&
      includesAddress(entry.from, [from]) &&
      includesAddress(entry.to, [to]),
  )
}

/** The duplicate that the review warns of. */
export const duplicateTransferAtom = atom((get): TransactionEntry | undefined => {
  const preview = get(previewAtom)
  return preview && findDuplicate(get(journalAtom), preview.transfer)
})
