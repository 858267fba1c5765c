import type { Namespace } from '#shared/caip/namespace.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { connectionsAtom, currentConnections } from '#widget/domain/accounts/connections.ts'
import { selectedAccountsAtom, withSelectedAccount } from '#widget/domain/accounts/selected-accounts.ts'
import { configuredNamespacesAtom } from '#widget/domain/networks/networks.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { atom } from '#widget/lib/state.ts'
import { detachWallet, namespaceOfWallet } from './connect-wallet.ts'
import { connectionPorts, switchFromEmptyNamespaceAtom } from './connection-ports.ts'
import { reconnectInactive } from './reconnect-wallets.ts'

/** Activates the connected wallet of a namespace that was used last, in any tab. */
const useFirstListedAtom = atom(null, (get, set, namespace: Namespace) => {
  const current = currentConnections(get(connectionsAtom)[namespace])
  const { autoReconnect } = get(enabledWalletsAtom)
  const walletId = autoReconnect.find((listed) => current.some((one) => one.walletId === listed))
  if (walletId !== undefined) set(dispatchConnectionEventAtom, namespace, { is: 'used', walletId })
})

/** Applies another tab's changes in one namespace: disconnects first, then sets the order, then reconnects new wallets. */
const syncNamespaceAtom = atom(null, async (get, set, namespace: Namespace, listed: readonly string[]) => {
  const ports = connectionPorts(get, set)
  const current = currentConnections(get(connectionsAtom)[namespace])
  const removed = current.filter(({ walletId }) => !listed.includes(walletId))
  for (const { walletId } of removed) set(dispatchConnectionEventAtom, namespace, { is: 'left', walletId })
  set(useFirstListedAtom, namespace)
  const missing = get(hostConfigAtom).autoReconnect
    ? listed.filter((walletId) => !current.some((one) => one.walletId === walletId))
    : []
  if (missing.length > 0) set(watchWalletsAtom)
  await Promise.all([
    ...removed.map((connection) => detachWallet(ports, connection)),
    ...missing.map(async (walletId) => {
      await reconnectInactive(ports, namespace, walletId)
      set(useFirstListedAtom, namespace)
    }),
  ])
})

/** Syncs the connections of this tab with those that another tab of the host stored. */
const syncConnectionsAtom = atom(null, async (get, set) => {
  const { autoReconnect } = get(enabledWalletsAtom)
  const syncs = get(configuredNamespacesAtom).map((namespace) =>
    set(
      syncNamespaceAtom,
      namespace,
      autoReconnect.filter((walletId) => namespaceOfWallet(walletId) === namespace),
    ),
  )
  set(switchFromEmptyNamespaceAtom)
  await Promise.all(syncs)
})

/** Applies accounts that another tab selected for wallets that are connected here too. */
const syncAccountsAtom = atom(null, (get, set) => {
  const selections = get(selectedAccountsAtom)
  for (const namespace of get(configuredNamespacesAtom)) {
    for (const connection of currentConnections(get(connectionsAtom)[namespace])) {
      const [address] = withSelectedAccount(connection, selections).accounts
      set(dispatchConnectionEventAtom, namespace, { is: 'account', walletId: connection.walletId, address })
    }
  }
})

/**
 * Syncs this tab after another one of the host has written `key` (null: all keys): connections, switches and disconnects.
 * Storage events come from other tabs only, so no change is applied twice.
 */
export const syncFromOtherTabAtom = atom(null, async (get, set, key: string | null): Promise<void> => {
  if (key === null || key === scopedKey('accountChoices')(get)) set(syncAccountsAtom)
  if (key === null || key === scopedKey('enabledWallets')(get)) await set(syncConnectionsAtom)
})
