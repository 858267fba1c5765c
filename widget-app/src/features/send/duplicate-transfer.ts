import type { Transfer } from '#widget/chains/chain-adapter.ts'
import { includesAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import { movedFunds, type TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { atom } from '#widget/lib/state.ts'
import { previewAtom } from './send-form.ts'

/**
 * The latest transfer of the same amount of the same asset between the same accounts that is on its way, or of which nobody
 * knows whether it is; none once the person has put it aside.
 */
function sentAlready(
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

/** What the review warns of: the same may have been sent already. */
export const duplicateTransferAtom = atom((get): TransactionEntry | undefined => {
  const preview = get(previewAtom)
  return preview && sentAlready(get(journalAtom), preview.transfer)
})
