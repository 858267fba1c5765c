import { bookNamesAtom } from '#widget/domain/accounts/address-book.ts'
import { includesAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { atom } from '#widget/lib/state.ts'
import { checkedRecipientAtom, senderAtom } from '../atoms.ts'
import { previewAtom, recipientAtom } from '../send-form.ts'

/** The name the person gave the recipient. */
export const recipientNameAtom = atom((get): string | undefined => {
  const recipient = get(recipientAtom)
  const sender = get(senderAtom)
  return recipient.is === 'address' && sender
    ? get(bookNamesAtom(sender.namespace))(recipient.address)
    : undefined
})

/** Whether nothing was ever sent to the recipient from here, and the person has not named it. */
const isFirstTimeAtom = atom((get): boolean => {
  const preview = get(previewAtom)
  return (
    preview !== undefined &&
    !includesAddress(preview.transfer.to, get(knownAddressesAtom(preview.connection.namespace)))
  )
})

/**
 * Where the first payment to an address stands. `unchecked` keeps Send from being pressed until the person says that
 * they compared the address.
 *
 * A box to tick, not a wait: MetaMask and Phantom only tell that an address is new, which people read past, and Rabby
 * wants its box ticked. A countdown would hold up whoever has compared already, ends by itself for whoever has not, and
 * is a time limit that assistive technology has to cope with (WCAG 2.2.1).
 */
export const firstPaymentAtom = atom((get): 'known' | 'unchecked' | 'checked' => {
  if (!get(isFirstTimeAtom)) return 'known'
  return get(checkedRecipientAtom) === get(previewAtom)?.transfer.to ? 'checked' : 'unchecked'
})

/** Ticks or clears that box; it holds for this one address. */
export const checkRecipientAtom = atom(null, (get, set, isChecked: boolean) =>
  set(checkedRecipientAtom, isChecked ? get(previewAtom)?.transfer.to : undefined),
)
