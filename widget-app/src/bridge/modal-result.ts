import type { ModalResult } from '#shared/channel/records/entries.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { atom } from '#widget/lib/state.ts'

/** The connection in the result of `openModal`: the active namespace's. */
export const resultingConnectionAtom = atom((get): Connection | undefined => {
  const namespace = get(activeNamespaceAtom)
  return namespace === undefined ? undefined : currentConnection(get(connectionsAtom)[namespace])
})

const isSame = (left: Connection | undefined, right: Connection) =>
  left?.walletId === right.walletId && left.accounts[0] === right.accounts[0]

/** The result of an `openModal`: connected if the user has connected since it began, otherwise dismissed. */
export const modalResult = (
  previous: Connection | undefined,
  current: Connection | undefined,
): ModalResult =>
  current === undefined || isSame(previous, current)
    ? { is: 'dismissed' }
    : {
        is: 'connected',
        namespace: current.namespace,
        chainId: current.chain,
        address: current.accounts[0],
        walletId: current.walletId,
      }
