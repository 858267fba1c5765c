import { type AccountId, accountId } from '#shared/caip/account-id.ts'
import { type Namespace, namespaces } from '#shared/caip/namespace.ts'
import type { AccountEntry, BridgeState, WalletEntry } from '#shared/channel/entries.ts'
import { walletIdOf } from '#shared/channel/found-wallet.ts'
import type { Connection } from '#widget/chains/contract.ts'
import { atom } from '#widget/lib/state.ts'
import { connectionsAtom, heldConnection, statusOf } from './connections.ts'
import { foundWalletsAtom } from './found-wallets.ts'
import { modalOpenAtom } from './modal-state.ts'
import { activeNamespaceAtom, currentChainAtom } from './networks.ts'
import { platformOf } from './platforms.ts'

/** The connection in use in the active namespace. */
export const activeConnectionAtom = atom((get): Connection | undefined => {
  const namespace = get(activeNamespaceAtom)
  return namespace === undefined ? undefined : heldConnection(get(connectionsAtom)[namespace])
})

/** The account in use: the wallet's first, on the chain the wallet is on. */
export const activeAccountAtom = atom((get): AccountId | undefined => {
  const connection = get(activeConnectionAtom)
  return connection && accountId(connection.chain, connection.accounts[0])
})

const heldAtom = atom((get): readonly Connection[] => {
  const connections = get(connectionsAtom)
  return namespaces.flatMap((namespace) => heldConnection(connections[namespace]) ?? [])
})

/** Account entries of a connection (SPEC §3): the id is the wallet id plus the address. */
export function accountEntries(connection: Connection): readonly AccountEntry[] {
  const { namespace, walletId, walletName, accounts } = connection
  const platform = platformOf(namespace)
  if (platform === undefined) return []
  return accounts.map((address, index) => ({
    id: `${walletId}:${address}`,
    platform,
    namespace,
    address,
    walletName,
    walletId,
    ...(platform === 'ethereum' ? { isWalletDefault: index === 0 } : {}),
  }))
}

/** Every connected account (SPEC §3). */
const accountEntriesAtom = atom((get): readonly AccountEntry[] => get(heldAtom).flatMap(accountEntries))

/** Every wallet found in the page, connected or not, each id once (SPEC §3). */
const walletEntriesAtom = atom((get): readonly WalletEntry[] => {
  const connected = new Set(get(heldAtom).map(({ walletId }) => walletId))
  const entries = new Map<string, WalletEntry>()
  for (const wallet of get(foundWalletsAtom)) {
    const id = walletIdOf(wallet)
    const platform = platformOf(wallet.namespace)
    if (platform === undefined || entries.has(id)) continue
    entries.set(id, {
      id,
      platform,
      type: 'injected',
      name: wallet.name,
      isConnected: connected.has(id),
      ...(wallet.icon === undefined ? {} : { icon: wallet.icon }),
      ...(platform === 'ethereum' ? { providerId: wallet.handle } : {}),
    })
  }
  return [...entries.values()]
})

/** Whether a namespace is busy connecting. */
const loadingNamespacesAtom = atom((get): readonly Namespace[] => {
  const connections = get(connectionsAtom)
  return namespaces.filter((namespace) => connections[namespace]?.is === 'connecting')
})

/** What the host is told, whole, on every change. */
export const bridgeStateAtom = atom((get): BridgeState => {
  const active = get(activeNamespaceAtom)
  const chains = get(heldAtom).flatMap(({ namespace }) => get(currentChainAtom(namespace)) ?? [])
  return {
    open: get(modalOpenAtom),
    loading: get(loadingNamespacesAtom).length > 0,
    status: active === undefined ? 'disconnected' : statusOf(get(connectionsAtom)[active]),
    ...(active === undefined ? {} : { activeNamespace: active }),
    chains,
    accounts: [...get(accountEntriesAtom)],
    wallets: [...get(walletEntriesAtom)],
  }
})
