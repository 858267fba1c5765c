import type { Namespace } from '#shared/caip/namespace.ts'
import type { Connection, ConnectionChange } from '#widget/chains/chain-adapter.ts'
import { atom } from '#widget/lib/state.ts'
import { type AttemptKind, type ConnectionState, connectionsAtom, currentConnections } from './connections.ts'

export type ConnectionEvent =
  | { readonly is: 'started'; readonly walletId: string; readonly kind: AttemptKind }
  /** In the place of those before, or `beside` them. */
  | { readonly is: 'succeeded'; readonly connection: Connection; readonly beside?: boolean }
  /** Restored beside others: in use only if none is. */
  | { readonly is: 'joined'; readonly connection: Connection }
  /** A connected wallet, or one of its accounts, is to be the one in use. */
  | { readonly is: 'used'; readonly walletId: string; readonly address?: string | undefined }
  /** An account of a connected wallet, in use or not, is to be its first. */
  | { readonly is: 'account'; readonly walletId: string; readonly address: string }
  /** One wallet of several is gone. */
  | { readonly is: 'left'; readonly walletId: string }
  | { readonly is: 'failed' }
  | { readonly is: 'changed'; readonly handle: string; readonly change: ConnectionChange }
  | { readonly is: 'disconnected' }

const disconnected: ConnectionState = { is: 'disconnected' }

/** A connection with that account in use, if it has it; the wallet's own order stays known. */
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
      // Who chooses another account in the wallet means that one; any other change leaves the choice made here.
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

/** The next state of one namespace. Changes of a wallet which is no longer held are ignored. */
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
