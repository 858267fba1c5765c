import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { addressBookAtom } from '#widget/domain/accounts/address-book.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { knownRecipientsAtom } from '#widget/domain/accounts/known-recipients.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { journalAtom } from './journal.ts'
import type { TransactionEntry } from './transaction-entry.ts'

/** Whether an entry is a transfer that the user sent. The contract of a swap or an approval is no known address. */
const isUserTransfer = ({ state, purpose }: TransactionEntry): boolean =>
  purpose === undefined && (state.is === 'submitted' || state.is === 'confirmed')

/** Known addresses that a frame sent to its confirm window, which has separate storage. */
export const frameKnownAddressesAtom = atom<readonly string[]>([])

/**
 * Known addresses of a namespace: the user's accounts, recipients on this host, and address-book entries. Never senders of
 * received transfers: that is how histories are poisoned (test 45).
 */
export const knownAddressesAtom = atomFamily((namespace: Namespace) =>
  atom((get): readonly string[] => {
    const isInNamespace = (chain: ChainId) => namespaceOf(chain) === namespace
    const ownAccounts = get(currentConnectionsAtom).flatMap(({ chain, accounts }) =>
      isInNamespace(chain) ? accounts : [],
    )
    const sent = get(journalAtom).flatMap((entry) =>
      isInNamespace(entry.asset.chain) && isUserTransfer(entry) ? [entry.to] : [],
    )
    const approvedRecipients = get(knownRecipientsAtom).flatMap((key) => {
      const [space, , address] = key.split(':')
      return space === namespace && address ? [address] : []
    })
    const named = get(addressBookAtom).flatMap((entry) =>
      entry.is === 'named' && entry.namespace === namespace ? [entry.address] : [],
    )
    return [
      ...new Set([...ownAccounts, ...sent, ...approvedRecipients, ...named, ...get(frameKnownAddressesAtom)]),
    ]
  }),
)
