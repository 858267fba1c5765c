import type { ModalResult } from '#shared/channel/records/entries.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { atom } from '#widget/lib/state.ts'

/** The connection a finished `openModal` is about: the active namespace's. */
export const resultingConnectionAtom = atom((get): Connection | undefined => {
  const namespace = get(activeNamespaceAtom)
  return namespace === undefined ? undefined : currentConnection(get(connectionsAtom)[namespace])
})

const isSame = (left: Connection | undefined, right: Connection) =>
  left?.walletId === right.walletId && left.accounts[0] === right.accounts[0]

/** How an `openModal` ended: connected when the person has connected since it began, else dismissed. */
export const modalResult = (before: Connection | undefined, after: Connection | undefined): ModalResult =>
  after === undefined || isSame(before, after)
    ? { is: 'dismissed' }
    : {
        is: 'connected',
        namespace: after.namespace,
        chainId: after.chain,
        address: after.accounts[0],
        walletId: after.walletId,
      }
