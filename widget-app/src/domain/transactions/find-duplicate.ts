import type { Asset, Transfer } from '#widget/chains/chain-adapter.ts'
import { includesAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { isSameSender, isSameToken } from './swap-outcome.ts'
import { movedFunds, type TransactionEntry } from './transaction-entry.ts'

/** Whether a request may still move funds, and the user has not dismissed its notice. */
const isUndecided = ({ state, isTold }: TransactionEntry): boolean =>
  ['not-yet', 'maybe'].includes(movedFunds(state)) && !isTold

/** The latest undecided transfer of the same amount of the same asset between the same accounts. */
export const findDuplicateTransfer = (
  journal: readonly TransactionEntry[],
  transfer: Transfer,
): TransactionEntry | undefined =>
  journal.find(
    (entry) =>
      entry.purpose === undefined &&
      isUndecided(entry) &&
      entry.value === transfer.value &&
      isSameSender(entry, transfer) &&
      includesAddress(entry.to, [transfer.to]),
  )

/** The latest undecided swap of the same amount of the same two tokens by the same account; `asset` is the sold one. */
export const findDuplicateSwap = (
  journal: readonly TransactionEntry[],
  swap: Pick<Transfer, 'from' | 'asset' | 'value'> & { readonly gets: Asset },
): TransactionEntry | undefined =>
  journal.find(
    (entry) =>
      entry.purpose?.is === 'swap' &&
      isUndecided(entry) &&
      entry.value === swap.value &&
      isSameSender(entry, swap) &&
      isSameToken(entry.purpose.gets.address, swap.gets.address),
  )
