import { addressBookAtom } from '#widget/domain/accounts/address-book.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import { atom } from '#widget/lib/state.ts'
import { recipientChoices } from '../recipient/recipient-choices.ts'
import { draftAtom, senderAtom } from './draft.ts'
import { recipientAtom } from './form.ts'

/** The suggestions under the recipient field; none once it contains an address. */
export const recipientChoicesAtom = atom((get) => {
  const sender = get(senderAtom)
  if (!sender || get(recipientAtom).is === 'address') return []
  return recipientChoices({
    namespace: sender.namespace,
    book: get(addressBookAtom),
    journal: get(journalAtom),
    from: sender.accounts,
    typed: get(draftAtom).to,
  })
})
