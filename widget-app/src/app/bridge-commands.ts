import { isNamespace } from '#shared/caip/namespace.ts'
import { parseWalletId } from '#shared/channel/records/entry-id.ts'
import { rpcPolicy } from '#shared/channel/rpc-policy.ts'
import { lateAnnouncementWaitMs } from '#shared/config/limits.ts'
import { alerts, extensionTexts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { handleDappRequestAtom } from '#widget/bridge/handle-dapp-request.ts'
import type { BridgeCommands } from '#widget/bridge/serve-host.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { connectWalletAtom, disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { switchNetworkAtom } from '#widget/domain/connections/switch-network.ts'
import { configuredChainIdsAtom } from '#widget/domain/networks/networks.ts'
import {
  discoveredWalletsAtom,
  selectDiscoveredWallet,
  watchWalletsAtom,
} from '#widget/domain/wallets/discovered-wallets.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import type { Store } from '#widget/lib/state.ts'
import { connectAfterGesture, needsUserGesture } from './flows/connect-by-host.ts'
import { showPendingReviews } from './flows/show-pending-reviews.ts'

/** Waits for a wallet to be discovered, as long as for a late announcement: before the first opening the list is empty. */
const waitForDiscovery = (store: Store, walletId: string) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (selectDiscoveredWallet(store.get(discoveredWalletsAtom), walletId, undefined)) end()
    }
    const end = () => {
      stop()
      cancel()
      resolve()
    }
    const stop = store.sub(discoveredWalletsAtom, check)
    const cancel = store.get(portsAtom).clock.after(lateAnnouncementWaitMs, end)
    store.set(watchWalletsAtom)
    check()
  })

/** Resolves once the enabled wallets have reconnected, or as many of them as required. */
const waitForReconnect = (store: Store, signal: AbortSignal, isEnough = () => false) =>
  new Promise<void>((resolve, reject) => {
    const check = () => {
      if (!store.get(reconnectingAtom) || isEnough()) end(resolve)
    }
    const abort = () => end(() => reject(signal.reason))
    const end = (settle: () => void) => {
      for (const stop of stops) stop()
      signal.removeEventListener('abort', abort)
      settle()
    }
    const stops = [reconnectingAtom, currentConnectionsAtom].map((watched) => store.sub(watched, check))
    signal.addEventListener('abort', abort)
    check()
  })

const isConnected = (store: Store, walletId: string): boolean =>
  store.get(currentConnectionsAtom).some((connection) => connection.walletId === walletId)

/** Whether an enabled wallet may still reconnect. */
const mayReconnect = (store: Store, walletId: string): boolean =>
  store.get(reconnectingAtom) && store.get(enabledWalletsAtom).autoReconnect.includes(walletId)

const isEthereumConnected = (store: Store): boolean =>
  store.get(currentConnectionsAtom).some(({ namespace }) => namespace === 'eip155')

/** The channel methods beyond opening and closing, as commands of the core; loaded with the first call. */
export const bridgeCommands = (
  store: Store,
): Omit<BridgeCommands, 'onConfigured' | 'render' | 'escape' | 'close'> => ({
  handleDappRequest: async (request) => {
    showPendingReviews(store)
    const { walletId, method, signal } = request
    const isReady = () => (walletId === undefined ? isEthereumConnected(store) : isConnected(store, walletId))
    // The page keeps its accounts while the widget's document is recreated, after the back-forward cache or a crash.
    if (
      store.get(reconnectingAtom) &&
      !isReady() &&
      (walletId !== undefined || rpcPolicy(method) === 'wallet')
    )
      await waitForReconnect(store, signal, isReady)
    return store.set(handleDappRequestAtom, request)
  },
  connectWallet: async (walletId, signal) => {
    parseWalletId(walletId)
    if (isConnected(store, walletId))
      throw new WidgetError('wallet/already-connected', extensionTexts.alreadyConnected(walletId))
    await waitForReconnect(store, signal)
    // The wallet has reconnected meanwhile, which is what the host requested.
    if (isConnected(store, walletId)) return
    await waitForDiscovery(store, walletId)
    signal.throwIfAborted()
    const wallet = selectDiscoveredWallet(store.get(discoveredWalletsAtom), walletId, undefined)
    if (wallet && needsUserGesture(store, wallet)) return connectAfterGesture(store, wallet, signal)
    await store.set(connectWalletAtom, { walletId, handle: wallet?.handle, signal })
  },
  requireSignIn: async () => {
    const { readyToSignInAtom } = await import('#widget/features/siwx/atoms.ts')
    await store.set(readyToSignInAtom)
  },
  disconnect: async ({ namespace, walletId }) => {
    if (walletId !== undefined) parseWalletId(walletId)
    const isAbsent = walletId !== undefined && !isConnected(store, walletId) && !mayReconnect(store, walletId)
    await store.set(disconnectAtom, {
      walletId,
      namespace: namespace !== undefined && isNamespace(namespace) ? namespace : undefined,
    })
    if (isAbsent) throw new WidgetError('wallet/not-connected', extensionTexts.notConnected(walletId))
  },
  switchNetwork: async (chainId, signal) => {
    await waitForReconnect(store, signal, () => isEthereumConnected(store))
    if (!store.get(configuredChainIdsAtom).includes(chainId)) {
      store.set(raiseAlertAtom, 'APKT001', chainId)
      throw new WidgetError('APKT001', alerts.APKT001, { data: { chainId } })
    }
    await store.set(switchNetworkAtom, chainId)
  },
})
