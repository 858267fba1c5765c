import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Connection, ConnectionChange } from '#widget/chains/contract.ts'
import { atom, type Getter, type Setter } from '#widget/lib/state.ts'
import { hostConfigAtom } from './config.ts'
import {
  type ConnectIo,
  type ConnectTarget,
  connectWallet,
  disconnect,
  namespaceOfWallet,
  reconnectStored,
} from './connect-wallet.ts'
import { connectionsAtom, heldConnection, moveConnectionAtom } from './connections.ts'
import {
  enabledWalletsAtom,
  recentWalletsAtom,
  withEnabled,
  withoutEnabled,
  withRecent,
} from './enabled-wallets.ts'
import { foundWalletsAtom, watchWalletsAtom } from './found-wallets.ts'
import {
  activeNamespaceAtom,
  chosenNetworkAtom,
  configuredChainIdsAtom,
  configuredNamespacesAtom,
} from './networks.ts'
import { portsAtom } from './ports.ts'

/** Attempts under way and followed wallets, per namespace: handles to end them, not facts. */
type Handles<T> = { readonly [Name in Namespace]?: T }
const attemptsAtom = atom<Handles<AbortController>>({})
const followedAtom = atom<Handles<() => void>>({})

const walletKey = (walletId: string): string => walletId.slice(walletId.indexOf(':') + 1)

/** A wallet that moved to one of the host's networks chose that network. */
const noteChainAtom = atom(null, (get, set, connection: Connection) => {
  if (get(configuredChainIdsAtom).includes(connection.chain))
    set(chosenNetworkAtom(namespaceOf(connection.chain)), connection.chain)
})

const applyChangeAtom = atom(null, (get, set, connection: Connection, change: ConnectionChange) => {
  const { namespace, handle } = connection
  set(moveConnectionAtom, namespace, { is: 'changed', handle, change })
  const held = heldConnection(get(connectionsAtom)[namespace])
  if (change.is === 'chain' && held) set(noteChainAtom, held)
})

function connectIo(get: Getter, set: Setter): ConnectIo {
  const { clock, chains, transport, log } = get(portsAtom)
  const begin = (namespace: Namespace): AbortSignal => {
    const controller = new AbortController()
    get(attemptsAtom)[namespace]?.abort()
    set(attemptsAtom, { ...get(attemptsAtom), [namespace]: controller })
    return controller.signal
  }
  const stopFollowing = (namespace: Namespace) => {
    get(followedAtom)[namespace]?.()
    const { [namespace]: _ended, ...others } = get(followedAtom)
    set(followedAtom, others)
  }
  return {
    clock,
    log,
    begin,
    adapter: chains.adapter,
    found: () => get(foundWalletsAtom),
    onFound: (onChange) => transport.watch(onChange),
    state: (namespace) => get(connectionsAtom)[namespace],
    move: (namespace, event) => set(moveConnectionAtom, namespace, event),
    abandon: (namespace) => {
      begin(namespace)
    },
    follow: async (namespace, connection) => {
      stopFollowing(namespace)
      if (!connection) return
      set(noteChainAtom, connection)
      const adapter = await chains.adapter(namespace)
      // The connection may have been replaced while the adapter was loading.
      if (heldConnection(get(connectionsAtom)[namespace]) !== connection) return
      const stop = adapter.watch(connection, (change) => set(applyChangeAtom, connection, change))
      set(followedAtom, { ...get(followedAtom), [namespace]: stop })
    },
    remember: ({ walletId, namespace }) => {
      set(enabledWalletsAtom, (enabled) => {
        const replaced = enabled.autoReconnect.filter((id) => namespaceOfWallet(id) === namespace)
        return withEnabled(replaced.reduce(withoutEnabled, enabled), walletId)
      })
      set(recentWalletsAtom, (recents) => withRecent(recents, walletKey(walletId)))
    },
    forget: (namespace) =>
      set(enabledWalletsAtom, (enabled) =>
        enabled.autoReconnect
          .filter((id) => namespaceOfWallet(id) === namespace)
          .reduce(withoutEnabled, enabled),
      ),
  }
}

/** Connects a wallet on a person's wish and makes its namespace the active one; see `connectWallet` for errors. */
export const connectWalletAtom = atom(null, async (get, set, target: ConnectTarget): Promise<Connection> => {
  set(watchWalletsAtom)
  const connection = await connectWallet(connectIo(get, set), target)
  set(activeNamespaceAtom, connection.namespace)
  return connection
})

/** What to disconnect: everything, one namespace, or one wallet. */
export type DisconnectTarget = {
  readonly namespace?: Namespace | undefined
  readonly walletId?: string | undefined
}

/** Disconnects, and does not reconnect what was disconnected on the next load. */
export const disconnectAtom = atom(null, async (get, set, target: DisconnectTarget = {}): Promise<void> => {
  const connections = get(connectionsAtom)
  const namespaces = get(configuredNamespacesAtom).filter((namespace) => {
    if (target.namespace !== undefined && target.namespace !== namespace) return false
    if (target.walletId === undefined) return true
    return heldConnection(connections[namespace])?.walletId === target.walletId
  })
  await disconnect(connectIo(get, set), namespaces)
})

/** Reconnects the wallets of the last visit, silently; call once the host's origin and configuration are known. */
export const reconnectStoredAtom = atom(null, async (get, set): Promise<void> => {
  const { autoReconnect } = get(enabledWalletsAtom)
  if (!get(hostConfigAtom).autoReconnect || autoReconnect.length === 0) return
  set(watchWalletsAtom)
  await reconnectStored(connectIo(get, set), autoReconnect, get(configuredNamespacesAtom))
})
