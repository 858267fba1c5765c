import type { Namespace } from '#shared/caip/namespace.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { lateAnnouncementWaitMs, rpcTimeoutMs } from '#shared/config/limits.ts'
import { alerts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { currentConnections } from '#widget/domain/accounts/connections.ts'
import { reconnectableWallet } from '#widget/domain/wallets/discovered-wallets.ts'
import { withTimeout } from '#widget/lib/async.ts'
import {
  type ConnectPorts,
  detachWallet,
  disconnectInactiveWallet,
  namespaceOfWallet,
  setActiveWallet,
} from './connect-wallet.ts'

/** What reconnecting needs in addition to connecting. */
export type ReconnectPorts = ConnectPorts & {
  /** Loads the code that discovers this wallet, if the page does not announce it. */
  loadConnector(walletId: string): Promise<void>
  /** Whether a wallet is still enabled: the user may have disconnected it meanwhile. */
  isEnabled(walletId: string): boolean
  /** A restored connection with the formerly active account. */
  withSelectedAccount(connection: Connection): Connection
  /** A wallet of the last visit is not connected; it was only logged. */
  onNotReconnected(namespace: Namespace, cause: unknown): void
  /** Connects a discovered wallet once it shares accounts: it may be locked now. */
  awaitUnlock(wallet: DiscoveredWallet): void
}

/** Waits for a wallet that may announce itself late; undefined if it does not in time, or is ambiguous. */
function awaitWallet(
  ports: ConnectPorts,
  walletId: string,
  signal: AbortSignal,
): Promise<DiscoveredWallet | undefined> {
  return new Promise((resolve) => {
    const cleanups: (() => void)[] = []
    let isFinished = false
    const finish = (wallet: DiscoveredWallet | undefined) => {
      isFinished = true
      for (const end of cleanups) end()
      resolve(wallet)
    }
    const check = (wallets: readonly DiscoveredWallet[]) => {
      const match = reconnectableWallet(wallets, walletId)
      if (match.is === 'doubtful') finish(undefined)
      else if (match.is === 'found') finish(match.wallet)
    }
    cleanups.push(ports.clock.after(lateAnnouncementWaitMs, () => finish(undefined)))
    const onAbort = () => finish(undefined)
    signal.addEventListener('abort', onAbort, { once: true })
    cleanups.push(() => signal.removeEventListener('abort', onAbort))
    const stop = ports.onWalletsChange((wallets) => {
      if (!isFinished) check(wallets)
    })
    // The first call of `onWalletsChange` may already have finished.
    if (isFinished) stop()
    else cleanups.push(stop)
  })
}

/** Connects silently with a timeout of 10 s, so that a wallet that never responds blocks no other. */
export async function connectSilently(
  ports: ConnectPorts,
  wallet: DiscoveredWallet,
  signal: AbortSignal,
): Promise<Connection> {
  const adapter = await ports.adapter(wallet.namespace)
  const timeoutError = () => new WidgetError('APKT004', alerts.APKT004, { data: { wallet: wallet.name } })
  return withTimeout(
    ports.clock,
    rpcTimeoutMs,
    timeoutError,
    (timeoutSignal) => adapter.connect(wallet, { silent: true, signal: timeoutSignal }),
    signal,
  )
}

/**
 * Reconnects a wallet of the last visit; undefined if that fails, which is reported, or if the user has disconnected it
 * meanwhile. In that case the wallet is disconnected too, since it shares its accounts, or has a session, from the last
 * visit.
 */
async function reconnect(
  ports: ReconnectPorts,
  namespace: Namespace,
  walletId: string,
  signal: AbortSignal,
): Promise<Connection | undefined> {
  let wallet: DiscoveredWallet | undefined
  const isCancelled = () => signal.aborted || !ports.isEnabled(walletId)
  const disconnectIfDisabled = async (): Promise<undefined> => {
    if (wallet && !ports.isEnabled(walletId)) await disconnectInactiveWallet(ports, { ...wallet, walletId })
  }
  try {
    await ports.loadConnector(walletId)
    wallet = await awaitWallet(ports, walletId, signal)
    if (isCancelled()) return await disconnectIfDisabled()
    if (wallet) {
      const connection = ports.withSelectedAccount(await connectSilently(ports, wallet, signal))
      return isCancelled() ? await disconnectIfDisabled() : connection
    }
    ports.log('A wallet of the last visit is missing or announced more than once', walletId)
    ports.onNotReconnected(namespace, undefined)
  } catch (cause) {
    if (isCancelled()) return disconnectIfDisabled()
    ports.log('A wallet of the last visit could not be reconnected', cause)
    if (wallet) ports.awaitUnlock(wallet)
    ports.onNotReconnected(namespace, cause)
  }
  return undefined
}

async function reconnectNamespace(
  ports: ReconnectPorts,
  namespace: Namespace,
  walletIds: readonly string[],
): Promise<void> {
  const state = ports.state(namespace)
  // The user's attempt has started: it continues, and a wallet reconnected meanwhile is its fallback.
  if (state?.is === 'connecting' && state.kind === 'asked')
    return reconnectFallback(ports, namespace, walletIds)
  const signal = ports.startAttempt(namespace)
  for (const walletId of walletIds) {
    if (signal.aborted) return
    ports.dispatch(namespace, { is: 'started', walletId, kind: 'restored' })
    const connection = await reconnect(ports, namespace, walletId, signal)
    if (connection && !signal.aborted) return setActiveWallet(ports, connection)
  }
  if (!signal.aborted) ports.dispatch(namespace, { is: 'failed' })
}

/** Reconnects the first wallet that can be, unless another one is connected by then. */
async function reconnectFallback(
  ports: ReconnectPorts,
  namespace: Namespace,
  walletIds: readonly string[],
): Promise<void> {
  for (const walletId of walletIds) {
    if (currentConnections(ports.state(namespace)).length > 0) return
    await reconnectInactive(ports, namespace, walletId)
  }
}

/** Reconnects a wallet as an inactive one; actions of the user meanwhile take precedence. */
export async function reconnectInactive(
  ports: ReconnectPorts,
  namespace: Namespace,
  walletId: string,
): Promise<void> {
  const connection = await reconnect(ports, namespace, walletId, new AbortController().signal)
  const current = currentConnections(ports.state(namespace))
  if (!connection || current.some((one) => one.walletId === walletId)) return
  // Another wallet has replaced it during the call.
  if (current.length > 0 && !ports.allowsMultiple()) return detachWallet(ports, connection)
  ports.dispatch(namespace, { is: 'joined', connection })
  await ports.watch(connection)
}

/**
 * Reconnects the wallets of the last visit without any prompt (`eth_accounts`), independently: the active one of each
 * namespace, or all of them if it can have many. Waits up to 2 s for late announcements and 10 s for responses. A failure is
 * only logged (SPEC §4).
 */
export async function reconnectStored(
  ports: ReconnectPorts,
  walletIds: readonly string[],
  namespaces: readonly Namespace[],
): Promise<void> {
  await Promise.all(
    namespaces.flatMap((namespace) => {
      const current = currentConnections(ports.state(namespace))
      const isConnected = (walletId: string) => current.some((one) => one.walletId === walletId)
      const ofNamespace = walletIds.filter(
        (walletId) => namespaceOfWallet(walletId) === namespace && !isConnected(walletId),
      )
      const [first, ...others] = ofNamespace
      if (first === undefined) return []
      if (!ports.allowsMultiple())
        return current.length > 0 ? [] : [reconnectNamespace(ports, namespace, ofNamespace)]
      if (current.length > 0)
        return ofNamespace.map((walletId) => reconnectInactive(ports, namespace, walletId))
      const inactive = others.map((walletId) => reconnectInactive(ports, namespace, walletId))
      return [reconnectNamespace(ports, namespace, [first]), ...inactive]
    }),
  )
}
