import { type Namespace, namespaces } from '#shared/caip/namespace.ts'
import type { ConnectionStatus } from '#shared/channel/entries.ts'
import type { Connection, ConnectionChange } from '#widget/chains/contract.ts'
import { atom } from '#widget/lib/state.ts'

/** How a connection attempt began; a restored one never prompts. */
export type AttemptKind = 'asked' | 'restored'

/**
 * Where one namespace stands. While another wallet is being connected, `previous` is still in use: a refusal leaves
 * everything as it was.
 */
export type ConnectionState =
  | { readonly is: 'disconnected' }
  | {
      readonly is: 'connecting'
      readonly walletId: string
      readonly kind: AttemptKind
      readonly previous: Connection | undefined
    }
  | { readonly is: 'connected'; readonly connection: Connection }

export type Connections = { readonly [Name in Namespace]?: ConnectionState }

export type ConnectionEvent =
  | { readonly is: 'started'; readonly walletId: string; readonly kind: AttemptKind }
  | { readonly is: 'succeeded'; readonly connection: Connection }
  | { readonly is: 'failed' }
  | { readonly is: 'changed'; readonly handle: string; readonly change: ConnectionChange }
  | { readonly is: 'disconnected' }

const disconnected: ConnectionState = { is: 'disconnected' }

/** The connection in use, also while another one is being made. */
export function heldConnection(state: ConnectionState | undefined): Connection | undefined {
  if (state?.is === 'connected') return state.connection
  return state?.is === 'connecting' ? state.previous : undefined
}

function changed(connection: Connection, change: ConnectionChange): Connection | undefined {
  switch (change.is) {
    case 'accounts':
      return { ...connection, accounts: change.accounts }
    case 'chain':
      return { ...connection, chain: change.chain }
    case 'disconnected':
      return undefined
  }
}

/** The next state of one namespace. Changes of a wallet which is no longer held are ignored. */
export function nextConnection(state: ConnectionState | undefined, event: ConnectionEvent): ConnectionState {
  const now = state ?? disconnected
  const held = heldConnection(now)
  const settled = (connection: Connection | undefined): ConnectionState =>
    connection ? { is: 'connected', connection } : disconnected
  switch (event.is) {
    case 'started':
      return { is: 'connecting', walletId: event.walletId, kind: event.kind, previous: held }
    case 'succeeded':
      return settled(event.connection)
    case 'failed':
      return settled(held)
    case 'changed': {
      if (held?.handle !== event.handle) return now
      const next = changed(held, event.change)
      return now.is === 'connecting' ? { ...now, previous: next } : settled(next)
    }
    case 'disconnected':
      return disconnected
  }
}

const slotAtom = atom<Connections>({})

/** The source of truth of what is connected, per namespace. */
export const connectionsAtom = atom((get) => get(slotAtom))

/** Applies an event to one namespace. */
export const moveConnectionAtom = atom(null, (get, set, namespace: Namespace, event: ConnectionEvent) => {
  const connections = get(slotAtom)
  set(slotAtom, { ...connections, [namespace]: nextConnection(connections[namespace], event) })
})

/** Namespaces with a connected address, in a fixed order. */
export const connectedNamespacesAtom = atom((get): readonly Namespace[] => {
  const connections = get(slotAtom)
  return namespaces.filter((namespace) => heldConnection(connections[namespace]))
})

/** The spec's word for a state; a namespace with an address in use is connected. */
export function statusOf(state: ConnectionState | undefined): ConnectionStatus {
  if (heldConnection(state)) return 'connected'
  return state?.is === 'connecting' ? 'connecting' : 'disconnected'
}
