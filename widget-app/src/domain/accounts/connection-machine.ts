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
      const { is: _, ...told } = change
      const next = { ...rest, ...told }
      // If the user selects another account in the wallet, that one becomes active. Any other change retains the account
      // selected in the widget.
      const isKept = walletOrder !== undefined && walletOrder[0] === next.accounts[0]
      return [isKept ? withAccount(next, connection.accounts[0]) : next]
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
  const now = state ?? disconnected
  const held = currentConnections(now)
  const without = (walletId: string) => held.filter((one) => one.walletId !== walletId)
  const holding = (list: readonly Connection[]): ConnectionState =>
    now.is === 'connecting' ? connecting(now, list) : connectedTo(list)
  switch (event.is) {
    case 'started':
      return connecting(event, held)
    case 'succeeded':
      return connectedTo([event.connection, ...(event.beside ? without(event.connection.walletId) : [])])
    case 'joined':
      return holding([...without(event.connection.walletId), event.connection])
    case 'failed':
      return connectedTo(held)
    case 'changed':
      return holding(
        held.flatMap((one) => (one.handle === event.handle ? changed(one, event.change) : [one])),
      )
    case 'used': {
      const { walletId, address } = event
      const own = held.filter((one) => one.walletId === walletId)
      const chosen = own.map((one) => withAccount(one, address ?? one.accounts[0]))
      return holding([...chosen, ...without(walletId)])
    }
    case 'account': {
      const { walletId, address } = event
      return holding(held.map((one) => (one.walletId === walletId ? withAccount(one, address) : one)))
    }
    case 'left':
      return holding(without(event.walletId))
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
