import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { walletConnectPrefix, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, ConnectionChange } from '#widget/chains/chain-adapter.ts'
import { hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import {
  connectedThisVisitAtom,
  connectionsAtom,
  currentConnection,
  currentConnections,
  reconnectedAtom,
} from '#widget/domain/accounts/connections.ts'
import { selectedAccountsAtom, withSelectedAccount } from '#widget/domain/accounts/selected-accounts.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { errorMessage } from '#widget/domain/analytics/error-message.ts'
import {
  configuredChainIdsAtom,
  configuredNamespacesAtom,
  selectedNetworkAtom,
} from '#widget/domain/networks/networks.ts'
import { discoveredWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import {
  enabledWalletsAtom,
  recentWalletsAtom,
  withEnabled,
  withoutEnabled,
  withRecent,
} from '#widget/domain/wallets/enabled-wallets.ts'
import { atom, type Getter, type Setter } from '#widget/lib/state.ts'
import { namespaceOfWallet } from './connect-wallet.ts'
import { type LockedWallet, reconnectOnUnlock } from './reconnect-on-unlock.ts'
import { connectSilently, type ReconnectPorts } from './reconnect-wallets.ts'

/** Attempts in progress per namespace, and the functions that stop watching a wallet, by handle. */
const attemptsAtom = atom<{ readonly [Name in Namespace]?: AbortController }>({})
const followedAtom = atom<ReadonlyMap<string, () => void>>(new Map())
/** The same for locked wallets. */
const awaitedAtom = atom<ReadonlyMap<string, () => void>>(new Map())

const ownKey = (walletId: string): string => walletId.slice(walletId.indexOf(':') + 1)
const isOfSession = (walletId: string): boolean => ownKey(walletId).startsWith(walletConnectPrefix)

/** The id of a wallet in the catalogue and the list, independent of its connector. */
const walletKey = (walletId: string): string =>
  isOfSession(walletId)
    ? ownKey(walletId).slice(walletConnectPrefix.length).replace(/#\d+$/, '')
    : ownKey(walletId)

/** A wallet that switched to one of the host's networks selects that network. */
const noteChainAtom = atom(null, (get, set, connection: Connection) => {
  if (get(configuredChainIdsAtom).includes(connection.chain))
    set(selectedNetworkAtom(namespaceOf(connection.chain)), connection.chain)
})

/** When the active namespace has lost its last wallet, activates another one that has a wallet. */
export const switchFromEmptyNamespaceAtom = atom(null, (get, set) => {
  const connections = get(connectionsAtom)
  const active = get(activeNamespaceAtom)
  if (active === undefined || currentConnection(connections[active])) return
  const other = get(configuredNamespacesAtom).find((namespace) => currentConnection(connections[namespace]))
  if (other) set(activeNamespaceAtom, other)
})

const applyChangeAtom = atom(null, (get, set, connection: Connection, change: ConnectionChange) => {
  const { namespace, handle } = connection
  set(dispatchConnectionEventAtom, namespace, { is: 'changed', handle, change })
  const held = currentConnection(get(connectionsAtom)[namespace])
  if (change.is === 'chain' && held?.handle === handle) set(noteChainAtom, held)
  if (change.is === 'disconnected') {
    unfollow(get, set, connection)
    set(reconnectedAtom, (returned) => new Set([...returned].filter((one) => one !== handle)))
    set(awaitReturnAtom, connection)
    set(switchFromEmptyNamespaceAtom)
  }
})

function stopAwaiting(get: Getter, set: Setter, handle: string): void {
  const awaited = new Map(get(awaitedAtom))
  awaited.get(handle)?.()
  awaited.delete(handle)
  set(awaitedAtom, awaited)
}

/**
 * Reconnects an injected wallet that the user has not disconnected once it shares accounts. A separate atom: the setter of
 * `applyChangeAtom` cannot run that atom again.
 */
const awaitReturnAtom = atom(null, (get, set, absent: LockedWallet) => {
  const { transport } = get(portsAtom)
  stopAwaiting(get, set, absent.handle)
  // An ended WalletConnect session does not reconnect.
  if (isOfSession(absent.walletId)) return
  const io = connectionPorts(get, set)
  const stop = reconnectOnUnlock(
    {
      ...io,
      move: (namespace, event) => {
        set(reconnectedAtom, (returned) => new Set(returned).add(absent.handle))
        io.move(namespace, event)
      },
      onEvent: transport.onEvent,
      connectSilently: async (wallet) =>
        io.asLeft(await connectSilently(io, wallet, new AbortController().signal)),
    },
    absent,
  )
  set(awaitedAtom, new Map(get(awaitedAtom)).set(absent.handle, stop))
})

function unfollow(get: Getter, set: Setter, { handle }: Connection): void {
  const followed = new Map(get(followedAtom))
  followed.get(handle)?.()
  followed.delete(handle)
  set(followedAtom, followed)
}

/** The ports of the connection commands, bound to the store. */
export function connectionPorts(get: Getter, set: Setter): ReconnectPorts {
  const { clock, chains, transport, pairing, log } = get(portsAtom)
  const begin = (namespace: Namespace): AbortSignal => {
    const controller = new AbortController()
    get(attemptsAtom)[namespace]?.abort()
    set(attemptsAtom, { ...get(attemptsAtom), [namespace]: controller })
    return controller.signal
  }
  const isHeld = ({ namespace, handle }: Connection) =>
    currentConnections(get(connectionsAtom)[namespace]).some((one) => one.handle === handle)
  return {
    clock,
    log,
    begin,
    adapter: chains.adapter,
    found: () => get(discoveredWalletsAtom),
    onFound: (onChange) => transport.watch(onChange),
    state: (namespace) => get(connectionsAtom)[namespace],
    move: (namespace, event) => set(dispatchConnectionEventAtom, namespace, event),
    abandon: (namespace) => {
      begin(namespace)
    },
    holdsMany: () => get(hasFeatureAtom('multiWallet')),
    follow: async (connection) => {
      unfollow(get, set, connection)
      stopAwaiting(get, set, connection.handle)
      if (currentConnection(get(connectionsAtom)[connection.namespace])?.handle === connection.handle)
        set(noteChainAtom, connection)
      const adapter = await chains.adapter(connection.namespace)
      // The connection may have been replaced while the adapter was loading.
      if (!isHeld(connection)) return
      const stop = adapter.watch(connection, (change) => set(applyChangeAtom, connection, change))
      set(followedAtom, new Map(get(followedAtom)).set(connection.handle, stop))
    },
    unfollow: (connection) => unfollow(get, set, connection),
    connectedNow: ({ handle }) => set(connectedThisVisitAtom, (handles) => new Set(handles).add(handle)),
    remember: ({ walletId, namespace }) => {
      set(enabledWalletsAtom, (enabled) => {
        const replaced = get(hasFeatureAtom('multiWallet'))
          ? []
          : enabled.autoReconnect.filter((id) => namespaceOfWallet(id) === namespace)
        return withEnabled(replaced.reduce(withoutEnabled, enabled), walletId)
      })
      set(recentWalletsAtom, (recents) => withRecent(recents, walletKey(walletId)))
    },
    forget: (namespace, walletId) => {
      set(reconnectedAtom, new Set<string>())
      set(enabledWalletsAtom, (enabled) =>
        enabled.autoReconnect
          .filter((id) => (walletId === undefined ? namespaceOfWallet(id) === namespace : id === walletId))
          .reduce(withoutEnabled, enabled),
      )
    },
    notLeft: (cause) =>
      set(trackEventAtom, { event: 'DISCONNECT_ERROR', properties: { message: errorMessage(cause) } }),
    arrive: async (walletId) => {
      if (isOfSession(walletId)) await pairing.restore()
    },
    isWanted: (walletId) => get(enabledWalletsAtom).autoReconnect.includes(walletId),
    asLeft: (connection) => withSelectedAccount(connection, get(selectedAccountsAtom)),
    notRestored: (namespace, cause) => {
      if (isWidgetError(cause, 'APKT004')) set(raiseAlertAtom, 'APKT004', cause.message)
      if (namespace !== get(activeNamespaceAtom)) set(raiseAlertAtom, 'APKTW001', namespace)
    },
    awaitReturn: (wallet) => set(awaitReturnAtom, { ...wallet, walletId: walletIdOf(wallet) }),
  }
}
