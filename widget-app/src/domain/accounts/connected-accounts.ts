import { type AccountId, accountId } from '#shared/caip/account-id.ts'
import { type Namespace, namespaces } from '#shared/caip/namespace.ts'
import { isPageWallet, sourceIdOf, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import type { AccountEntry, BridgeState, WalletEntry } from '#shared/channel/records/entries.ts'
import { accountEntryId } from '#shared/channel/records/entry-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { configuredNamespacesAtom } from '#widget/domain/networks/networks.ts'
import { platformOf } from '#widget/domain/networks/platforms.ts'
import { discoveredWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { atom } from '#widget/lib/state.ts'
import { activeNamespaceAtom, currentChainAtom } from './active-network.ts'
import {
  type ConnectionState,
  type Connections,
  connectionsAtom,
  currentConnection,
  currentConnections,
  reconnectingAtom,
  statusOf,
} from './connections.ts'
import { type OwnFacts, ownFactsSlotAtom } from './own-facts-slot.ts'
import { signedInAtom, unsignedConnectionsAtom } from './sign-in.ts'

/** The active connection of the active namespace. */
export const activeConnectionAtom = atom((get): Connection | undefined => {
  const namespace = get(activeNamespaceAtom)
  return namespace === undefined ? undefined : currentConnection(get(connectionsAtom)[namespace])
})

/** The active account: the connection's first, on the wallet's chain. */
export const activeAccountAtom = atom((get): AccountId | undefined => {
  const connection = get(activeConnectionAtom)
  return connection && accountId(connection.chain, connection.accounts[0])
})

/** All connections, in the order of their namespaces; the active one of each namespace first. */
export const currentConnectionsAtom = atom((get): readonly Connection[] => {
  const connections = get(connectionsAtom)
  return namespaces.flatMap((namespace) => currentConnections(connections[namespace]))
})

/**
 * Account entries of a connection (SPEC §3): the id is the wallet id plus the address.
 * @param ownFacts facts that the widget itself knows of each account.
 */
export function accountEntries(connection: Connection, ownFacts?: OwnFacts): readonly AccountEntry[] {
  const { namespace, walletId, walletName, accounts, facts, walletOrder = accounts } = connection
  const platform = platformOf(namespace)
  if (platform === undefined) return []
  return accounts.map((address) => ({
    id: accountEntryId(walletId, address),
    platform,
    namespace,
    address,
    walletName,
    walletId,
    ...(platform === 'ethereum' && { isWalletDefault: address === walletOrder[0] }),
    ...facts?.[address],
    ...ownFacts,
  }))
}

/** A namespace without some of its connections; `connecting` if none is left. */
function without(state: ConnectionState, hidden: readonly Connection[]): ConnectionState {
  const current = currentConnections(state)
  const reported = current.filter((connection) => !hidden.includes(connection))
  if (state.is === 'disconnected' || reported.length === current.length) return state
  const [connection, ...others] = reported
  if (connection) return { is: 'connected', connection, others }
  const walletId = state.is === 'connecting' ? state.walletId : state.connection.walletId
  return { is: 'connecting', walletId, kind: 'restored', previous: undefined }
}

/**
 * The connections that are reported to the host. A reconnected wallet that still requires signing in is disconnected as soon
 * as all wallets are back. It is left out until then, so that no account appears and disappears.
 */
const reportedConnectionsAtom = atom((get): Connections => {
  const connections = get(connectionsAtom)
  const hidden = get(reconnectingAtom) ? get(unsignedConnectionsAtom) : []
  if (hidden.length === 0) return connections
  return Object.fromEntries(
    Object.entries(connections).map(([namespace, state]) => [namespace, without(state, hidden)]),
  )
})

/** All reported connections, in the order of `currentConnectionsAtom`. */
const reportedConnectionListAtom = atom((get): readonly Connection[] => {
  const connections = get(reportedConnectionsAtom)
  return namespaces.flatMap((namespace) => currentConnections(connections[namespace]))
})

/** Every connected account (SPEC §3). */
const accountEntriesAtom = atom((get): readonly AccountEntry[] => {
  const ownFactsOf = get(get(ownFactsSlotAtom))
  return get(reportedConnectionListAtom).flatMap((connection) =>
    accountEntries(connection, ownFactsOf?.(connection.walletId)),
  )
})

/** Every discovered wallet, connected or not, each id once (SPEC §3). */
const walletEntriesAtom = atom((get): readonly WalletEntry[] => {
  const connected = new Set(get(reportedConnectionListAtom).map(({ walletId }) => walletId))
  const entries = new Map<string, WalletEntry>()
  for (const wallet of get(discoveredWalletsAtom)) {
    const id = walletIdOf(wallet)
    const platform = platformOf(wallet.namespace)
    if (platform === undefined || entries.has(id)) continue
    entries.set(id, {
      id,
      platform,
      type: isPageWallet(wallet) ? 'injected' : 'appKit',
      name: wallet.name,
      isConnected: connected.has(id),
      ...(wallet.icon === undefined ? {} : { icon: wallet.icon }),
      ...(isPageWallet(wallet) ? sourceIdOf(wallet) : {}),
    })
  }
  return [...entries.values()]
})

/** Namespaces that are connecting. */
const loadingNamespacesAtom = atom((get): readonly Namespace[] => {
  const connections = get(connectionsAtom)
  return namespaces.filter((namespace) => connections[namespace]?.is === 'connecting')
})

/** The complete public state, reported to the host on every change. */
export const bridgeStateAtom = atom((get): BridgeState => {
  const active = get(activeNamespaceAtom)
  const connections = get(reportedConnectionsAtom)
  const signedIn = get(signedInAtom)
  const chains = namespaces
    .filter((namespace) => currentConnection(connections[namespace]))
    .flatMap((namespace) => get(currentChainAtom(namespace)) ?? [])
  return {
    open: get(modalOpenAtom),
    loading: get(reconnectingAtom) || get(loadingNamespacesAtom).length > 0,
    status: active === undefined ? 'disconnected' : statusOf(connections[active]),
    statuses: Object.fromEntries(
      get(configuredNamespacesAtom).map((namespace) => [namespace, statusOf(connections[namespace])]),
    ),
    ...(active === undefined ? {} : { activeNamespace: active }),
    chains,
    accounts: [...get(accountEntriesAtom)],
    wallets: [...get(walletEntriesAtom)],
    ...(signedIn ? { signedIn: [...signedIn] } : {}),
  }
})
