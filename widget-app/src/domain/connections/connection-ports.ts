import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { walletConnectPrefix, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, ConnectionChange } from '#widget/chains/chain-adapter.ts'
import { isEmbeddedWalletId } from '#widget/chains/embedded-source.ts'
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
const watchedAtom = atom<ReadonlyMap<string, () => void>>(new Map())
/** The same for locked wallets. */
const awaitingUnlockAtom = atom<ReadonlyMap<string, () => void>>(new Map())

const walletKeyPart = (walletId: string): string => walletId.slice(walletId.indexOf(':') + 1)
const isSessionWallet = (walletId: string): boolean => walletKeyPart(walletId).startsWith(walletConnectPrefix)

/** The id of a wallet in the catalogue and the list, independent of its connector. */
const walletKey = (walletId: string): string =>
  isSessionWallet(walletId)
    ? walletKeyPart(walletId).slice(walletConnectPrefix.length).replace(/#\d+$/, '')
    : walletKeyPart(walletId)

/** A wallet that switched to one of the host's networks selects that network. */
const selectWalletChainAtom = atom(null, (get, set, connection: Connection) => {
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
  const current = currentConnection(get(connectionsAtom)[namespace])
  if (change.is === 'chain' && current?.handle === handle) set(selectWalletChainAtom, current)
  if (change.is === 'disconnected') {
    unwatch(get, set, connection)
    set(reconnectedAtom, (reconnected) => new Set([...reconnected].filter((one) => one !== handle)))
    // Our own wallet has no account without its session, and the next login connects it.
    if (isEmbeddedWalletId(connection.walletId))
      connectionPorts(get, set).disable(namespace, connection.walletId)
    else set(awaitUnlockAtom, connection)
    set(switchFromEmptyNamespaceAtom)
  }
})

function stopAwaiting(get: Getter, set: Setter, handle: string): void {
  const awaiting = new Map(get(awaitingUnlockAtom))
  awaiting.get(handle)?.()
  awaiting.delete(handle)
  set(awaitingUnlockAtom, awaiting)
}

/**
 * Reconnects an injected wallet that the user has not disconnected once it shares accounts. A separate atom: the setter of
 * `applyChangeAtom` cannot run that atom again.
 */
const awaitUnlockAtom = atom(null, (get, set, locked: LockedWallet) => {
  const { transport } = get(portsAtom)
  stopAwaiting(get, set, locked.handle)
  // An ended WalletConnect session does not reconnect.
  if (isSessionWallet(locked.walletId)) return
  const ports = connectionPorts(get, set)
  const stop = reconnectOnUnlock(
    {
      ...ports,
      dispatch: (namespace, event) => {
        set(reconnectedAtom, (reconnected) => new Set(reconnected).add(locked.handle))
        ports.dispatch(namespace, event)
      },
      onEvent: transport.onEvent,
      connectSilently: async (wallet) =>
        ports.withSelectedAccount(await connectSilently(ports, wallet, new AbortController().signal)),
    },
    locked,
  )
  set(awaitingUnlockAtom, new Map(get(awaitingUnlockAtom)).set(locked.handle, stop))
})

function unwatch(get: Getter, set: Setter, { handle }: Connection): void {
  const watched = new Map(get(watchedAtom))
  watched.get(handle)?.()
  watched.delete(handle)
  set(watchedAtom, watched)
}

/** The ports of the connection commands, bound to the store. */
export function connectionPorts(get: Getter, set: Setter): ReconnectPorts {
  const { clock, chains, transport, pairing, flows, log } = get(portsAtom)
  const begin = (namespace: Namespace): AbortSignal => {
    const controller = new AbortController()
    get(attemptsAtom)[namespace]?.abort()
    set(attemptsAtom, { ...get(attemptsAtom), [namespace]: controller })
    return controller.signal
  }
  const isConnected = ({ namespace, handle }: Connection) =>
    currentConnections(get(connectionsAtom)[namespace]).some((one) => one.handle === handle)
  return {
    clock,
    log,
    startAttempt: begin,
    adapter: chains.adapter,
    discoveredWallets: () => get(discoveredWalletsAtom),
    onWalletsChange: (onChange) => transport.watch(onChange),
    state: (namespace) => get(connectionsAtom)[namespace],
    dispatch: (namespace, event) => set(dispatchConnectionEventAtom, namespace, event),
    abortAttempt: (namespace) => {
      begin(namespace)
    },
    allowsMultiple: () => get(hasFeatureAtom('multiWallet')),
    watch: async (connection) => {
      unwatch(get, set, connection)
      stopAwaiting(get, set, connection.handle)
      if (currentConnection(get(connectionsAtom)[connection.namespace])?.handle === connection.handle)
        set(selectWalletChainAtom, connection)
      const adapter = await chains.adapter(connection.namespace)
      // The connection may have been replaced while the adapter was loading.
      if (!isConnected(connection)) return
      const stop = adapter.watch(connection, (change) => set(applyChangeAtom, connection, change))
      set(watchedAtom, new Map(get(watchedAtom)).set(connection.handle, stop))
    },
    unwatch: (connection) => unwatch(get, set, connection),
    markConnected: ({ handle }) => set(connectedThisVisitAtom, (handles) => new Set(handles).add(handle)),
    enable: ({ walletId, namespace }) => {
      set(enabledWalletsAtom, (enabled) => {
        const replaced = get(hasFeatureAtom('multiWallet'))
          ? []
          : enabled.autoReconnect.filter((id) => namespaceOfWallet(id) === namespace)
        return withEnabled(replaced.reduce(withoutEnabled, enabled), walletId)
      })
      // Our own wallet is selected by its login, not from the list.
      if (!isEmbeddedWalletId(walletId))
        set(recentWalletsAtom, (recents) => withRecent(recents, walletKey(walletId)))
    },
    disable: (namespace, walletId) => {
      set(reconnectedAtom, new Set<string>())
      set(enabledWalletsAtom, (enabled) =>
        enabled.autoReconnect
          .filter((id) => (walletId === undefined ? namespaceOfWallet(id) === namespace : id === walletId))
          .reduce(withoutEnabled, enabled),
      )
    },
    onDisconnectFailed: (cause) =>
      set(trackEventAtom, { event: 'DISCONNECT_ERROR', properties: { message: errorMessage(cause) } }),
    loadConnector: async (walletId) => {
      if (isSessionWallet(walletId)) await pairing.restore()
      if (!isEmbeddedWalletId(walletId)) return
      // It is sure to be there, so the adapter loads together with its source; a failure is reported where it is used.
      const namespace = namespaceOfWallet(walletId)
      if (namespace) chains.adapter(namespace).catch(() => undefined)
      await flows.loadEmbeddedWallet()
    },
    isEnabled: (walletId) => get(enabledWalletsAtom).autoReconnect.includes(walletId),
    withSelectedAccount: (connection) => withSelectedAccount(connection, get(selectedAccountsAtom)),
    onNotReconnected: (namespace, cause) => {
      if (isWidgetError(cause, 'APKT004')) set(raiseAlertAtom, 'APKT004', cause.message)
      if (namespace !== get(activeNamespaceAtom)) set(raiseAlertAtom, 'APKTW001', namespace)
    },
    awaitUnlock: (wallet) => set(awaitUnlockAtom, { ...wallet, walletId: walletIdOf(wallet) }),
  }
}
