import type { Namespace } from '#shared/caip/namespace.ts'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { isEmbeddedWalletId } from '#widget/chains/embedded-source.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { fetchRemoteConfigAtom, hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import {
  type Connections,
  connectionsAtom,
  currentConnection,
  currentConnections,
} from '#widget/domain/accounts/connections.ts'
import { selectedAccountsAtom, withSelectedAccounts } from '#widget/domain/accounts/selected-accounts.ts'
import { signOutSlotAtom } from '#widget/domain/embedded-wallet/session-end.ts'
import {
  configuredChainIdsAtom,
  configuredNamespacesAtom,
  selectedNetworkAtom,
} from '#widget/domain/networks/networks.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { enabledWalletsAtom, withEnabled } from '#widget/domain/wallets/enabled-wallets.ts'
import { atom } from '#widget/lib/state.ts'
import { type ConnectTarget, connectWallet, disconnect, namespaceOfWallet } from './connect-wallet.ts'
import { connectionPorts, switchFromEmptyNamespaceAtom } from './connection-ports.ts'
import { reconnectStored } from './reconnect-wallets.ts'
import { switchNamespaceAtom } from './switch-network.ts'

/** Without the flag a second wallet replaces the first; with `debug`, an alert reports it to the developer. */
const warnOfSecondWalletAtom = atom(null, (get, set, walletId: string) => {
  const namespace = namespaceOfWallet(walletId)
  const current = namespace && currentConnection(get(connectionsAtom)[namespace])
  if (!current || current.walletId === walletId) return
  if (get(hasFeatureAtom('multiWallet')) || !get(hostConfigAtom).debug) return
  set(raiseAlertAtom, 'multi-wallet/not-enabled', walletId)
})

/** Whether the wallet did not respond in time (5 min for a request of a host). */
const isExpired = (cause: unknown): boolean =>
  isProviderRpcError(cause) && Reflect.get(Object(cause.data), 'reason') === 'expired'

/** Connects a wallet for the user and activates its namespace; see `connectWallet` for errors. */
export const connectWalletAtom = atom(null, async (get, set, target: ConnectTarget): Promise<Connection> => {
  set(watchWalletsAtom)
  // Fetched before the wallet responds: the flag decides whether it replaces another one.
  void set(fetchRemoteConfigAtom)
  set(warnOfSecondWalletAtom, target.walletId)
  try {
    const connection = await connectWallet(connectionPorts(get, set), target)
    set(activeNamespaceAtom, connection.namespace)
    return connection
  } catch (cause) {
    if (isExpired(cause)) set(raiseAlertAtom, 'APKT004', target.walletId)
    throw cause
  }
})

/** What to disconnect: everything, one namespace, or one wallet. */
export type DisconnectTarget = {
  readonly namespace?: Namespace | undefined
  readonly walletId?: string | undefined
}

/** Whether our own wallet is connected, or still connecting, in any namespace. */
const isEmbeddedWalletInUse = (connections: Connections): boolean =>
  Object.values(connections).some(
    (state) =>
      currentConnections(state).some((one) => isEmbeddedWalletId(one.walletId)) ||
      (state.is === 'connecting' && isEmbeddedWalletId(state.walletId)),
  )

/**
 * Disconnects; the wallets are not reconnected on the next load. Our own wallet is logged out when its last namespace
 * disconnects.
 */
export const disconnectAtom = atom(null, async (get, set, target: DisconnectTarget = {}): Promise<void> => {
  const { walletId } = target
  const connections = get(connectionsAtom)
  const namespaces = get(configuredNamespacesAtom).filter((namespace) => {
    if (target.namespace !== undefined && target.namespace !== namespace) return false
    return (
      walletId === undefined ||
      currentConnections(connections[namespace]).some((one) => one.walletId === walletId)
    )
  })
  const ports = connectionPorts(get, set)
  const walletNamespace = walletId === undefined ? undefined : namespaceOfWallet(walletId)
  // A locked wallet is not connected now, but would reconnect.
  if (walletNamespace !== undefined && namespaces.length === 0) ports.disable(walletNamespace, walletId)
  const disconnecting = disconnect(
    ports,
    namespaces.map((namespace) => ({ namespace, walletId })),
  )
  set(switchFromEmptyNamespaceAtom)
  if (isEmbeddedWalletInUse(connections) && !isEmbeddedWalletInUse(get(connectionsAtom)))
    get(signOutSlotAtom)?.signOut()
  await disconnecting
})

/** A connected wallet, optionally one of its accounts, to activate. */
export type ActivateTarget = {
  readonly namespace: Namespace
  readonly walletId: string
  readonly address?: string | undefined
}

/** Activates a connected wallet or account, and its namespace; requests nothing from a wallet. */
export const activateConnectionAtom = atom(null, (get, set, target: ActivateTarget) => {
  const { namespace, walletId, address } = target
  set(dispatchConnectionEventAtom, namespace, { is: 'used', walletId, address })
  const current = currentConnection(get(connectionsAtom)[namespace])
  if (current?.walletId !== walletId) return
  set(switchNamespaceAtom, namespace)
  set(enabledWalletsAtom, (enabled) => withEnabled(enabled, walletId))
  if (address !== undefined)
    set(selectedAccountsAtom, (selections) => withSelectedAccounts(selections, current))
  if (get(configuredChainIdsAtom).includes(current.chain)) set(selectedNetworkAtom(namespace), current.chain)
})

/** Reconnects the wallets of the last visit silently; call it once the host's origin and configuration are known. */
export const reconnectStoredAtom = atom(null, async (get, set): Promise<void> => {
  const { autoReconnect } = get(enabledWalletsAtom)
  if (!get(hostConfigAtom).autoReconnect || autoReconnect.length === 0) return
  set(watchWalletsAtom)
  await reconnectStored(connectionPorts(get, set), autoReconnect, get(configuredNamespacesAtom))
})
