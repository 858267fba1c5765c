import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { configuredNetworksAtom } from '#widget/domain/networks/networks.ts'
import { discoveredWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { atom } from '#widget/lib/state.ts'

/** The host's networks that the user can select. For a session wallet, those that it approved. */
export const selectableNetworksAtom = atom((get): readonly Network[] => {
  const connections = get(connectionsAtom)
  const discovered = get(discoveredWalletsAtom)
  return get(configuredNetworksAtom).filter(({ id }) => {
    const connection = currentConnection(connections[namespaceOf(id)])
    const approved = discovered.find(({ handle }) => handle === connection?.handle)?.chains
    return approved === undefined || approved.includes(id)
  })
})
