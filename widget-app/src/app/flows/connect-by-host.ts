import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { connectionsAtom, currentConnections } from '#widget/domain/accounts/connections.ts'
import { dismissModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import type { Store } from '#widget/lib/state.ts'

/**
 * Whether a host may not connect this wallet without a user gesture: it would replace a connection of the user, it was
 * announced after the page had loaded, or another announcement claims to be the same wallet (R15, channel T20).
 */
export const needsUserGesture = (store: Store, wallet: DiscoveredWallet): boolean =>
  wallet.late === true ||
  wallet.warning !== undefined ||
  currentConnections(store.get(connectionsAtom)[wallet.namespace]).length > 0

const cancelled = () => new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')

/**
 * Shows the view that connects a wallet after a click, and waits for its end.
 * @throws ProviderRpcError 4001 when the user leaves it; the signal's reason, after which the view is closed.
 */
export function connectAfterGesture(
  store: Store,
  wallet: DiscoveredWallet,
  signal: AbortSignal,
): Promise<void> {
  const walletId = walletIdOf(wallet)
  const { handle } = wallet
  const isShown = () =>
    store.get(modalOpenAtom) &&
    store.get(viewStackAtom).some((view) => view.name === 'ConnectingExternal' && view.handle === handle)
  signal.throwIfAborted()
  if (!store.get(modalOpenAtom)) store.set(openModalAtom)
  store.set(viewStackAtom, {
    to: 'push',
    view: { name: 'ConnectingExternal', walletId, handle, byPage: true },
  })
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      for (const stop of stops) stop()
      signal.removeEventListener('abort', abort)
      settle()
    }
    const check = () => {
      const isConnected = store.get(currentConnectionsAtom).some((connection) => connection.handle === handle)
      if (isConnected) end(resolve)
      else if (!isShown()) end(() => reject(cancelled()))
    }
    const abort = () => {
      end(() => reject(signal.reason))
      if (isShown()) store.set(dismissModalAtom)
    }
    const stops = [connectionsAtom, modalOpenAtom, viewStackAtom].map((fact) => store.sub(fact, check))
    signal.addEventListener('abort', abort)
    check()
  })
}
