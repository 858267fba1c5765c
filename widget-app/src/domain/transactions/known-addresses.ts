import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { addressBookAtom } from '#widget/domain/accounts/address-book.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { knownRecipientsAtom } from '#widget/domain/accounts/known-recipients.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { journalAtom } from './journal.ts'
import type { TransactionEntry } from './transaction-entry.ts'

/** What a person paid. A swap or an approval calls a contract; that makes nobody of it whom they know. */
const isOwnSend = ({ state, purpose }: TransactionEntry): boolean =>
  purpose === undefined && (state.is === 'submitted' || state.is === 'confirmed')

/** Addresses that a frame knows and gave to its confirm window, which has a storage of its own. */
export const frameKnownAddressesAtom = atom<readonly string[]>([])

/**
 * Addresses of a namespace that a person knows: their own accounts, whom they have sent to from here, and whom they
 * have given a name. Never what others sent to them: that is how histories are poisoned (test 45).
 */
export const knownAddressesAtom = atomFamily((namespace: Namespace) =>
  atom((get): readonly string[] => {
    const isHere = (chain: ChainId) => namespaceOf(chain) === namespace
    const own = get(currentConnectionsAtom).flatMap(({ chain, accounts }) => (isHere(chain) ? accounts : []))
    const sent = get(journalAtom).flatMap((entry) =>
      isHere(entry.asset.chain) && isOwnSend(entry) ? [entry.to] : [],
    )
    const agreed = get(knownRecipientsAtom).flatMap((key) => {
      const [space, , address] = key.split(':')
      return space === namespace && address ? [address] : []
    })
    const named = get(addressBookAtom).flatMap((entry) =>
      entry.is === 'named' && entry.namespace === namespace ? [entry.address] : [],
    )
    return [...new Set([...own, ...sent, ...agreed, ...named, ...get(frameKnownAddressesAtom)])]
  }),
)
