import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { atom } from '#widget/lib/state.ts'
import { connectionsAtom, heldConnection } from './connections.ts'
import { foundWalletsAtom } from './found-wallets.ts'
import { configuredNetworksAtom } from './networks.ts'

/** The host's networks that can be chosen: where a session is in use, those which its wallet has approved. */
export const offeredNetworksAtom = atom((get): readonly Network[] => {
  const connections = get(connectionsAtom)
  const found = get(foundWalletsAtom)
  return get(configuredNetworksAtom).filter(({ id }) => {
    const held = heldConnection(connections[namespaceOf(id)])
    const approved = found.find(({ handle }) => handle === held?.handle)?.chains
    return approved === undefined || approved.includes(id)
  })
})
