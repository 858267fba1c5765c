import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { BookEntry } from '#widget/domain/accounts/address-book.ts'
import { includesAddress } from '#widget/domain/accounts/address-poisoning.ts'
import type { TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { searchText } from '#widget/lib/text/search-text.ts'

/** A suggested recipient: from the address book, or from an earlier transfer. */
export type RecipientChoice = {
  readonly address: string
  readonly name: string | undefined
  /** Time of the last transfer to it, in epoch milliseconds. */
  readonly sentAt: number | undefined
}

export const maxChoices = 5

export type RecipientChoicesInput = {
  readonly namespace: Namespace
  readonly book: readonly BookEntry[]
  /** Latest first. */
  readonly journal: readonly TransactionEntry[]
  /** The sender's addresses, which are not suggested. */
  readonly from: readonly string[]
  /** The field's text: part of a name or an address. */
  readonly typed: string
}

/** Suggested recipients that match the typed text: by the last transfer, then names without a transfer. */
export function recipientChoices(input: RecipientChoicesInput): readonly RecipientChoice[] {
  const { namespace, book, journal, from } = input
  const typed = searchText(input.typed)
  const here = book.filter((entry) => entry.namespace === namespace)
  const choices: RecipientChoice[] = []
  const add = (address: string, sentAt: number | undefined) => {
    const entry = here.find((one) => includesAddress(address, [one.address]))
    const isListed = choices.some((one) => includesAddress(address, [one.address]))
    if (isListed || entry?.is === 'forgotten' || includesAddress(address, from)) return
    choices.push({ address, sentAt, name: entry?.name })
  }
  for (const { to, at, state, asset, purpose } of journal) {
    // Swaps and approvals call a contract, which is not a recipient.
    const isSent = purpose === undefined && (state.is === 'submitted' || state.is === 'confirmed')
    if (isSent && namespaceOf(asset.chain) === namespace) add(to, at)
  }
  for (const entry of here) if (entry.is === 'named') add(entry.address, undefined)
  const matches = ({ address, name }: RecipientChoice) =>
    (name !== undefined && searchText(name).includes(typed)) || searchText(address).startsWith(typed)
  return choices.filter(matches).slice(0, maxChoices)
}
