import type { Namespace } from '#shared/caip/namespace.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { requestedNamespaceAtom } from '#widget/core/modal-state.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { activateConnectionAtom, disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { configuredNamespacesAtom } from '#widget/domain/networks/networks.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { walletGroups } from './wallet-groups.ts'

/** The connected wallets of each namespace. */
export const walletGroupsAtom = atom((get) =>
  walletGroups(get(connectionsAtom), get(configuredNamespacesAtom), get(activeNamespaceAtom)),
)

const nameOf = (get: Getter, { walletId, walletName }: Connection) =>
  get(walletByIdAtom(walletId))?.name ?? walletName

/** Makes a wallet, or one of its accounts, the active one. */
export const selectWalletAtom = atom(
  null,
  (get, set, connection: Connection, address: string = connection.accounts[0]) => {
    const { namespace, walletId } = connection
    set(activateConnectionAtom, { namespace, walletId, address })
    set(showToastAtom, get(translateAtom)('profile.switched', { wallet: nameOf(get, connection) }), 'success')
  },
)

/** Disconnects one wallet and shows a toast. The wallet's result is not awaited. */
export const disconnectWalletAtom = atom(null, (get, set, connection: Connection) => {
  const { namespace, walletId } = connection
  const wallet = nameOf(get, connection)
  void set(disconnectAtom, { namespace, walletId })
  set(showToastAtom, get(translateAtom)('profile.disconnected', { wallet }), 'info')
})

/** Opens the wallets of a namespace to connect one; this view is shown again afterwards. */
export const addWalletAtom = atom(null, (_get, set, namespace: Namespace) => {
  set(requestedNamespaceAtom, namespace)
  set(viewStackAtom, { to: 'push', view: { name: 'Connect' } })
})
