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
  const held = currentConnections(get(connectionsAtom)[namespace])
  const { autoReconnect } = get(enabledWalletsAtom)
  const walletId = autoReconnect.find((listed) => held.some((one) => one.walletId === listed))
  if (walletId !== undefined) set(dispatchConnectionEventAtom, namespace, { is: 'used', walletId })
})

/** Applies another tab's changes in one namespace: disconnects first, then sets the order, then reconnects new wallets. */
const agreeInNamespaceAtom = atom(null, async (get, set, namespace: Namespace, listed: readonly string[]) => {
  const io = connectionPorts(get, set)
  const held = currentConnections(get(connectionsAtom)[namespace])
  const gone = held.filter(({ walletId }) => !listed.includes(walletId))
  for (const { walletId } of gone) set(dispatchConnectionEventAtom, namespace, { is: 'left', walletId })
  set(useFirstListedAtom, namespace)
  const missing = get(hostConfigAtom).autoReconnect
    ? listed.filter((walletId) => !held.some((one) => one.walletId === walletId))
    : []
  if (missing.length > 0) set(watchWalletsAtom)
  await Promise.all([
    ...gone.map((connection) => detachWallet(io, connection)),
    ...missing.map(async (walletId) => {
      await reconnectInactive(io, namespace, walletId)
      set(useFirstListedAtom, namespace)
    }),
  ])
})

/** Syncs the connections of this tab with those that another tab of the host stored. */
const agreeAtom = atom(null, async (get, set) => {
  const { autoReconnect } = get(enabledWalletsAtom)
  const work = get(configuredNamespacesAtom).map((namespace) =>
    set(
      agreeInNamespaceAtom,
      namespace,
      autoReconnect.filter((walletId) => namespaceOfWallet(walletId) === namespace),
    ),
  )
  set(switchFromEmptyNamespaceAtom)
  await Promise.all(work)
})

/** Applies accounts that another tab selected for wallets that are connected here too. */
const agreeOnAccountsAtom = atom(null, (get, set) => {
  const choices = get(selectedAccountsAtom)
  for (const namespace of get(configuredNamespacesAtom)) {
    for (const connection of currentConnections(get(connectionsAtom)[namespace])) {
      const [address] = withSelectedAccount(connection, choices).accounts
      set(dispatchConnectionEventAtom, namespace, { is: 'account', walletId: connection.walletId, address })
    }
  }
})

/**
 * Syncs this tab after another one of the host has written `key` (null: all keys): connections, switches and disconnects.
 * Storage events come from other tabs only, so no change is applied twice.
 */
export const syncFromOtherTabAtom = atom(null, async (get, set, key: string | null): Promise<void> => {
  if (key === null || key === scopedKey('accountChoices')(get)) set(agreeOnAccountsAtom)
  if (key === null || key === scopedKey('enabledWallets')(get)) await set(agreeAtom)
})
