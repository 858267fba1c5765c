import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { flowOf } from '#widget/core/views.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { configuredNamespacesAtom } from '#widget/domain/networks/networks.ts'
import { discoveredWalletsAtom, watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { atom } from '#widget/lib/state.ts'

/** Connects our own wallet in each namespace of the host. @throws what the first namespace throws, if none connects */
const connectEmbeddedWalletAtom = atom(null, async (get, set): Promise<void> => {
  await get(portsAtom).flows.loadEmbeddedWallet()
  set(watchWalletsAtom)
  const namespaces = get(configuredNamespacesAtom)
  const wallets = get(discoveredWalletsAtom).filter(
    ({ source, namespace }) => source === 'embedded' && namespaces.includes(namespace),
  )
  const previousNamespace = get(activeNamespaceAtom)
  const results = await Promise.allSettled(
    wallets.map((wallet) => set(connectWalletAtom, { walletId: walletIdOf(wallet), handle: wallet.handle })),
  )
  const connected = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.namespace] : []))
  const failed = results.find((one) => one.status === 'rejected')
  if (connected.length === 0) throw failed?.reason ?? new Error('No namespace of the host has the wallet')
  const active = connected.find((namespace) => namespace === previousNamespace) ?? connected[0]
  if (active) set(activeNamespaceAtom, active)
})

/**
 * Continues after a login, or after the vault has created the wallet: a user without a wallet is asked to create one; for any
 * other user the wallet is connected. A view that was opened meanwhile stays.
 * @throws if code cannot be loaded, or as `connectEmbeddedWalletAtom`
 */
export const afterEmbeddedLoginAtom = atom(null, async (get, set): Promise<void> => {
  const session = get(embeddedSessionAtom)
  if (!session) return
  const { flows } = get(portsAtom)
  if (session.account.accounts === undefined) {
    await flows.prepareVault()
    if (get(modalOpenAtom) && flowOf(get(currentViewAtom)) === 'connect')
      set(viewStackAtom, { to: 'reset', view: { name: 'CreateWallet' } })
    return
  }
  await set(connectEmbeddedWalletAtom)
  const namespace = get(activeNamespaceAtom)
  if (namespace) flows.afterConnect(namespace)
})
