import { atom } from '#widget/lib/state.ts'
import { activeNamespaceAtom } from './active-network.ts'
import { connectionsAtom, currentConnection } from './connections.ts'
import { ownFactsSlotAtom } from './own-facts-slot.ts'

/** Whether the active account is one of our own wallet that is used as a smart account. Other wallets do not report it. */
export const isSmartAccountAtom = atom((get): boolean => {
  const namespace = get(activeNamespaceAtom)
  const connection = namespace && currentConnection(get(connectionsAtom)[namespace])
  const factsOf = get(get(ownFactsSlotAtom))
  return connection !== undefined && factsOf?.(connection.walletId)?.type === 'smartAccount'
})
