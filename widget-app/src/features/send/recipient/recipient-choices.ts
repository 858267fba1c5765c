import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { BookEntry } from '#widget/domain/accounts/address-book.ts'
import { includesAddress } from '#widget/domain/accounts/address-poisoning.ts'
import type { TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { searchText } from '#widget/lib/text/search-text.ts'

/** Somebody to send to: named by the person, or sent to before. */
export type RecipientChoice = {
  readonly address: string
  readonly name: string | undefined
  /** When a person last sent there from here, in epoch milliseconds. */
  readonly sentAt: number | undefined
}

export const choicesShown = 5

export type ChoiceFacts = {
  readonly namespace: Namespace
  readonly book: readonly BookEntry[]
  /** Latest first. */
  readonly journal: readonly TransactionEntry[]
  /** Whose own addresses are not suggested. */
  readonly from: readonly string[]
  /** What stands in the field: part of a name or an address. */
  readonly typed: string
}

/** Whom a person may mean: sent to last first, then the names they have not sent to yet; those that fit what is typed. */
export function recipientChoices(facts: ChoiceFacts): readonly RecipientChoice[] {
  const { namespace, book, journal, from } = facts
  const typed = searchText(facts.typed)
  const here = book.filter((entry) => entry.namespace === namespace)
  const choices: RecipientChoice[] = []
  const add = (address: string, sentAt: number | undefined) => {
    const entry = here.find((one) => includesAddress(address, [one.address]))
    const isListed = choices.some((one) => includesAddress(address, [one.address]))
    if (isListed || entry?.is === 'forgotten' || includesAddress(address, from)) return
    choices.push({ address, sentAt, name: entry?.name })
  }
  for (const { to, at, state, asset, purpose } of journal) {
    // What a swap or an approval calls is a contract: nobody to pay.
    const isSent = purpose === undefined && (state.is === 'submitted' || state.is === 'confirmed')
    if (isSent && namespaceOf(asset.chain) === namespace) add(to, at)
  }
  for (const entry of here) if (entry.is === 'named') add(entry.address, undefined)
  const fits = ({ address, name }: RecipientChoice) =>
    (name !== undefined && searchText(name).includes(typed)) || searchText(address).startsWith(typed)
  return choices.filter(fits).slice(0, choicesShown)
}
