import type { Namespace } from '#shared/caip/namespace.ts'
import type { Connection, ConnectionChange } from '#widget/chains/chain-adapter.ts'
import { atom } from '#widget/lib/state.ts'
import { type AttemptKind, type ConnectionState, connectionsAtom, currentConnections } from './connections.ts'

export type ConnectionEvent =
  | { readonly is: 'started'; readonly walletId: string; readonly kind: AttemptKind }
  /** Replaces the existing connections, or is added to them (`beside`). */
  | { readonly is: 'succeeded'; readonly connection: Connection; readonly beside?: boolean }
  /** Restored in addition to others: active only if none is. */
  | { readonly is: 'joined'; readonly connection: Connection }
  /** A connected wallet, or one of its accounts, becomes the active one. */
  | { readonly is: 'used'; readonly walletId: string; readonly address?: string | undefined }
  /** An account of a connected wallet, active or not, becomes its first. */
  | { readonly is: 'account'; readonly walletId: string; readonly address: string }
  /** One of several wallets was disconnected. */
  | { readonly is: 'left'; readonly walletId: string }
  | { readonly is: 'failed' }
  | { readonly is: 'changed'; readonly handle: string; readonly change: ConnectionChange }
  | { readonly is: 'disconnected' }

const disconnected: ConnectionState = { is: 'disconnected' }

/** A connection with `address` as its first account, if it has it; `walletOrder` retains the wallet's order. */
export function withAccount(connection: Connection, address: string): Connection {
  const { walletOrder: accounts = connection.accounts, ...rest } = connection
  if (!accounts.includes(address)) return connection
  if (address === accounts[0]) return { ...rest, accounts }
  const others = accounts.filter((one) => one !== address)
  return { ...rest, accounts: [address, ...others], walletOrder: accounts }
}

function changed(connection: Connection, change: ConnectionChange): readonly Connection[] {
  switch (change.is) {
    case 'accounts': {
      const { walletOrder, facts: _former, ...rest } = connection
      const { is: _, ...update } = change
      const next = { ...rest, ...update }
      // If the user selects another account in the wallet, that one becomes active. Any other change retains the account
      // selected in the widget.
      const isSelectionRetained = walletOrder !== undefined && walletOrder[0] === next.accounts[0]
      return [isSelectionRetained ? withAccount(next, connection.accounts[0]) : next]
    }
    case 'chain':
      return [{ ...connection, chain: change.chain }]
    case 'disconnected':
      return []
  }
}

type Attempt = { readonly walletId: string; readonly kind: AttemptKind }

const connecting = (
  { walletId, kind }: Attempt,
  [previous, ...others]: readonly Connection[],
): ConnectionState => ({
  is: 'connecting',
  walletId,
  kind,
  previous,
  ...(others.length > 0 ? { others } : {}),
})

function connectedTo([connection, ...others]: readonly Connection[]): ConnectionState {
  if (!connection) return disconnected
  return { is: 'connected', connection, ...(others.length > 0 ? { others } : {}) }
}

/** The next state of one namespace. Changes of a wallet that is no longer connected are ignored. */
export function nextConnectionState(
  state: ConnectionState | undefined,
  event: ConnectionEvent,
): ConnectionState {
  const currentState = state ?? disconnected
  const current = currentConnections(currentState)
  const without = (walletId: string) => current.filter((one) => one.walletId !== walletId)
  const withConnections = (list: readonly Connection[]): ConnectionState =>
    currentState.is === 'connecting' ? connecting(currentState, list) : connectedTo(list)
  switch (event.is) {
    case 'started':
      return connecting(event, current)
    case 'succeeded':
      return connectedTo([event.connection, ...(event.beside ? without(event.connection.walletId) : [])])
    case 'joined':
      return withConnections([...without(event.connection.walletId), event.connection])
    case 'failed':
      return connectedTo(current)
    case 'changed':
      return withConnections(
        current.flatMap((one) => (one.handle === event.handle ? changed(one, event.change) : [one])),
      )
    case 'used': {
      const { walletId, address } = event
      const ofWallet = current.filter((one) => one.walletId === walletId)
      const chosen = ofWallet.map((one) => withAccount(one, address ?? one.accounts[0]))
      return withConnections([...chosen, ...without(walletId)])
    }
    case 'account': {
      const { walletId, address } = event
      return withConnections(
        current.map((one) => (one.walletId === walletId ? withAccount(one, address) : one)),
      )
    }
    case 'left':
      return withConnections(without(event.walletId))
    case 'disconnected':
      return disconnected
  }
}

/** Applies an event to one namespace. */
export const dispatchConnectionEventAtom = atom(
  null,
  (get, set, namespace: Namespace, event: ConnectionEvent) => {
    const connections = get(connectionsAtom)
    set(connectionsAtom, { ...connections, [namespace]: nextConnectionState(connections[namespace], event) })
  },
)
