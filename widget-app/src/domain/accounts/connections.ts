import { type Namespace, namespaces } from '#shared/caip/namespace.ts'
import type { ConnectionStatus } from '#shared/channel/records/entries.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { atom } from '#widget/lib/state.ts'

/** How a connection attempt began; a restored one never prompts. */
export type AttemptKind = 'asked' | 'restored'

/**
 * Where one namespace stands. While another wallet is being connected, `previous` is still in use: a refusal leaves
 * everything as it was. With the flag `multiWallet`, `others` are connected too, but not in use.
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

/** The connection in use, also while another one is being made. */
export function currentConnection(state: ConnectionState | undefined): Connection | undefined {
  if (state?.is === 'connected') return state.connection
  return state?.is === 'connecting' ? state.previous : undefined
}

/** All connections of a namespace, the one in use first. */
export function currentConnections(state: ConnectionState | undefined): readonly Connection[] {
  const held = currentConnection(state)
  return held && state?.is !== 'disconnected' ? [held, ...(state?.others ?? [])] : []
}

/** The source of truth of what is connected, per namespace; only `dispatchConnectionEventAtom` writes it. */
export const connectionsAtom = atom<Connections>({})

/** Whether wallets of the last visit are being brought back, from the first word of the host on. */
export const reconnectingAtom = atom(false)

/** Handles of wallets that were connected in this visit, and not brought back from the last one. */
export const connectedThisVisitAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Handles of connected wallets that came back by themselves, after they were locked. */
export const reconnectedAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Namespaces with a connected address, in a fixed order. */
export const connectedNamespacesAtom = atom((get): readonly Namespace[] => {
  const connections = get(connectionsAtom)
  return namespaces.filter((namespace) => currentConnection(connections[namespace]))
})

/** The spec's word for a state; a namespace with an address in use is connected. */
export function statusOf(state: ConnectionState | undefined): ConnectionStatus {
  if (currentConnection(state)) return 'connected'
  return state?.is === 'connecting' ? 'connecting' : 'disconnected'
}
