import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { configuredChainIdsAtom, networkAtom } from '#widget/domain/networks/networks.ts'
import { atom } from '#widget/lib/state.ts'
import { selectTokenAtom } from './actions.ts'
import { draftAtom, senderAtom } from './draft.ts'
import { recipientAtom } from './form.ts'

/** The configured network that the address names, if the sender's wallet can use it; undefined otherwise. */
export const addressNetworkAtom = atom((get): Network | undefined => {
  const recipient = get(recipientAtom)
  if (recipient.is !== 'elsewhere' || recipient.chain === undefined) return undefined
  const { chain } = recipient
  const isConfigured = get(configuredChainIdsAtom).includes(chain)
  return isConfigured && namespaceOf(chain) === get(senderAtom)?.namespace
    ? get(networkAtom(chain))
    : undefined
})

/**
 * Switches the form to the network that the address names and selects its native currency, since the former token is of
 * another network.
 */
export const switchToAddressNetworkAtom = atom(null, (get, set) => {
  const network = get(addressNetworkAtom)
  const recipient = get(recipientAtom)
  if (!network || recipient.is !== 'elsewhere') return
  set(selectTokenAtom, { chain: network.id, address: undefined })
  set(draftAtom, { to: recipient.address })
})
