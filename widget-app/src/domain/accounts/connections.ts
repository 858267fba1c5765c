import { type Namespace, namespaces } from '#shared/caip/namespace.ts'
import type { ConnectionStatus } from '#shared/channel/records/entries.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { atom } from '#widget/lib/state.ts'

/** How a connect attempt began; a restored one never prompts. */
export type AttemptKind = 'asked' | 'restored'

/**
 * The connection state of one namespace. While another wallet is connecting, `previous` stays active: a rejection leaves
 * everything unchanged. With the flag `multiWallet`, `others` are connected too, but inactive.
 */
export type ConnectionState =
  | { readonly is: 'disconnected' }
  | {
      readonly is: 'connecting'
      readonly walletId: string
      readonly kind: AttemptKind
      readonly previous: Connection | undefined
      readonly others?: readonly Connection[]
    }
  | { readonly is: 'connected'; readonly connection: Connection; readonly others?: readonly Connection[] }

export type Connections = { readonly [Name in Namespace]?: ConnectionState }

/** The active connection, also while another wallet is connecting. */
export function currentConnection(state: ConnectionState | undefined): Connection | undefined {
  if (state?.is === 'connected') return state.connection
  return state?.is === 'connecting' ? state.previous : undefined
}

/** All connections of a namespace, the active one first. */
export function currentConnections(state: ConnectionState | undefined): readonly Connection[] {
  const active = currentConnection(state)
  return active && state?.is !== 'disconnected' ? [active, ...(state?.others ?? [])] : []
}

/** The source of truth for connections, per namespace; only `dispatchConnectionEventAtom` writes it. */
export const connectionsAtom = atom<Connections>({})

/** Whether wallets of the last visit are reconnecting, from the first message of the host on. */
export const reconnectingAtom = atom(false)

/** Handles of wallets that were connected in this visit, not reconnected from the last one. */
export const connectedThisVisitAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Handles of wallets that reconnected by themselves after they were locked. */
export const reconnectedAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Namespaces with a connected address, in a fixed order. */
export const connectedNamespacesAtom = atom((get): readonly Namespace[] => {
  const connections = get(connectionsAtom)
  return namespaces.filter((namespace) => currentConnection(connections[namespace]))
})

/** The public status of a state; a namespace with an active address is connected. */
export function statusOf(state: ConnectionState | undefined): ConnectionStatus {
  if (currentConnection(state)) return 'connected'
  return state?.is === 'connecting' ? 'connecting' : 'disconnected'
}
