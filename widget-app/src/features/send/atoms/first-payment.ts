import { includesAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { atom } from '#widget/lib/state.ts'
import { checkedRecipientAtom } from './draft.ts'
import { previewAtom } from './form.ts'

/** Whether nothing was sent to the recipient before, and it has no name in the address book. */
const isFirstTimeAtom = atom((get): boolean => {
  const preview = get(previewAtom)
  return (
    preview !== undefined &&
    !includesAddress(preview.transfer.to, get(knownAddressesAtom(preview.connection.namespace)))
  )
})

/**
 * State of the first payment to an address. `unchecked` disables Send until the user confirms to have compared the address.
 * A checkbox, not a wait: MetaMask and Phantom only state that an address is new, which users overlook, and Rabby requires a
 * checkbox. A countdown would delay users who have compared already, ends by itself for those who have not, and is a time
 * limit that assistive technology has to handle (WCAG 2.2.1).
 */
export const firstPaymentAtom = atom((get): 'known' | 'unchecked' | 'checked' => {
  if (!get(isFirstTimeAtom)) return 'known'
  return get(checkedRecipientAtom) === get(previewAtom)?.transfer.to ? 'checked' : 'unchecked'
})

/** Sets or clears that checkbox; it applies to this one address. */
export const checkRecipientAtom = atom(null, (get, set, isChecked: boolean) =>
  set(checkedRecipientAtom, isChecked ? get(previewAtom)?.transfer.to : undefined),
)
