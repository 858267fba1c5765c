import { isNamespace, type Namespace } from '#shared/caip/namespace.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { disconnectWaitMs } from '#shared/config/limits.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter, Connection } from '#widget/chains/chain-adapter.ts'
import type { ConnectionEvent } from '#widget/domain/accounts/connection-machine.ts'
import { type ConnectionState, currentConnections } from '#widget/domain/accounts/connections.ts'
import { selectDiscoveredWallet } from '#widget/domain/wallets/discovered-wallets.ts'
import { sleep } from '#widget/lib/async.ts'

/** What the connection commands get from outside; `connection-ports.ts` binds it to the store. */
export type ConnectPorts = {
  readonly clock: Clock
  adapter(namespace: Namespace): Promise<ChainAdapter>
  discoveredWallets(): readonly DiscoveredWallet[]
  /** Calls `onChange` with the wallets at once and after each change. */
  onWalletsChange(onChange: (wallets: readonly DiscoveredWallet[]) => void): () => void
  state(namespace: Namespace): ConnectionState | undefined
  dispatch(namespace: Namespace, event: ConnectionEvent): void
  /** Aborts the current attempt in a namespace and starts another; its signal aborts when that one is superseded. */
  startAttempt(namespace: Namespace): AbortSignal
  /** Aborts the current attempt in a namespace, if any. */
  abortAttempt(namespace: Namespace): void
  /** Whether a namespace can have several wallets at once (the flag `multiWallet`). */
  allowsMultiple(): boolean
  /** Watches the wallet's changes. */
  watch(connection: Connection): Promise<void>
  unwatch(connection: Connection): void
  /** Records that a wallet was connected in this visit. */
  markConnected(connection: Connection): void
  /** Stores a wallet for reconnecting on load; it replaces others of its namespace unless `allowsMultiple`. */
  enable(connection: Connection): void
  /** Removes one wallet, or all wallets, of a namespace from those to reconnect on load. */
  disable(namespace: Namespace, walletId: string | undefined): void
  /** A wallet failed to disconnect. */
  onDisconnectFailed(cause: unknown): void
  log(message: string, detail?: unknown): void
}

export type ConnectTarget = {
  readonly walletId: string
  /** Selects one of several announcements. */
  readonly handle?: string | undefined
  /** Aborting cancels the attempt; the wallet's prompt may stay open. */
  readonly signal?: AbortSignal | undefined
}

/** A wallet to disconnect. */
type WalletToDisconnect = Pick<Connection, 'namespace' | 'walletId' | 'handle'>

const superseded = (): DOMException => new DOMException('Another connection was started', 'AbortError')

/** Activates a new connection, in addition to the existing ones or as their replacement; replaced ones are disconnected. */
export async function setActiveWallet(ports: ConnectPorts, connection: Connection): Promise<void> {
  const { namespace, walletId } = connection
  const isAdded = ports.allowsMultiple()
  const previous = currentConnections(ports.state(namespace))
  ports.dispatch(namespace, { is: 'succeeded', connection, beside: isAdded })
  for (const one of previous) if (!isAdded || one.walletId === walletId) ports.unwatch(one)
  await ports.watch(connection)
  const replaced = isAdded ? [] : previous.filter((one) => one.walletId !== walletId)
  if (replaced.length === 0) return
  const onFailed = (cause: unknown) => ports.log('The previous wallet could not be disconnected', cause)
  await Promise.all(replaced.map((one) => disconnectWallet(ports, one, onFailed)))
}

/**
 * Disconnects the wallet and waits at most `disconnectWaitMs`: the connection has ended in the widget in any case. A later
 * failure is still reported.
 */
async function disconnectWallet(
  ports: ConnectPorts,
  wallet: WalletToDisconnect,
  onFailed: (cause: unknown) => void,
): Promise<void> {
  const adapter = await ports.adapter(wallet.namespace)
  const disconnected = adapter.disconnect(wallet).catch(onFailed)
  const timeoutController = new AbortController()
  const timeout = sleep(ports.clock, disconnectWaitMs, timeoutController.signal).catch(() => undefined)
  await Promise.race([disconnected, timeout])
  timeoutController.abort()
}

/**
 * Connects a discovered wallet for the user; the wallet may prompt. Another attempt in the same namespace supersedes this
 * one; a failure leaves the former connection unchanged.
 * @throws WidgetError `wallet/missing-id`, `wallet/not-found`, `wallet/no-account`; ProviderRpcError of the wallet; an
 * AbortError when aborted or superseded.
 */
export async function connectWallet(ports: ConnectPorts, target: ConnectTarget): Promise<Connection> {
  const { walletId } = target
  if (walletId === '') throw new WidgetError('wallet/missing-id', texts.missingWalletId)
  const wallet = selectDiscoveredWallet(ports.discoveredWallets(), walletId, target.handle)
  if (!wallet) throw new WidgetError('wallet/not-found', texts.unavailableExtension, { data: { walletId } })
  const ownSignal = ports.startAttempt(wallet.namespace)
  const signal = target.signal ? AbortSignal.any([ownSignal, target.signal]) : ownSignal
  ports.dispatch(wallet.namespace, { is: 'started', walletId, kind: 'asked' })
  try {
    const adapter = await ports.adapter(wallet.namespace)
    const connection = await adapter.connect(wallet, { silent: false, signal })
    if (signal.aborted) throw superseded()
    ports.markConnected(connection)
    await setActiveWallet(ports, connection)
    ports.enable(connection)
    return connection
  } catch (cause) {
    // A superseded attempt must not end the state of its successor.
    if (!ownSignal.aborted) ports.dispatch(wallet.namespace, { is: 'failed' })
    throw cause
  }
}

/** One namespace, or one wallet of it. */
export type DisconnectOptions = { readonly namespace: Namespace; readonly walletId?: string | undefined }

/** Ends connections of one namespace in the store, and returns them. */
function endConnections(
  ports: ConnectPorts,
  { namespace, walletId }: DisconnectOptions,
): readonly Connection[] {
  const current = currentConnections(ports.state(namespace))
  const ownSignal = walletId === undefined ? current : current.filter((one) => one.walletId === walletId)
  ports.disable(namespace, ports.allowsMultiple() ? walletId : undefined)
  if (walletId !== undefined && ownSignal.length < current.length)
    ports.dispatch(namespace, { is: 'left', walletId })
  else {
    ports.abortAttempt(namespace)
    ports.dispatch(namespace, { is: 'disconnected' })
  }
  return ownSignal
}

/**
 * Disconnects for the user or the host, and stores it: the wallet is not reconnected on load. The wallet's result is
 * ignored.
 */
export async function disconnect(ports: ConnectPorts, targets: readonly DisconnectOptions[]): Promise<void> {
  await Promise.all(
    targets.flatMap((one) => endConnections(ports, one)).map((connection) => detachWallet(ports, connection)),
  )
}

/** Disconnects a wallet that is not active; its result is ignored. */
export async function disconnectInactiveWallet(
  ports: ConnectPorts,
  wallet: WalletToDisconnect,
): Promise<void> {
  const onFailed = (cause: unknown) => {
    ports.log('The wallet could not be disconnected', cause)
    ports.onDisconnectFailed(cause)
  }
  await disconnectWallet(ports, wallet, onFailed).catch(onFailed)
}

/** Stops watching an ended connection, and disconnects its wallet. */
export async function detachWallet(ports: ConnectPorts, connection: Connection): Promise<void> {
  ports.unwatch(connection)
  await disconnectInactiveWallet(ports, connection)
}

/** The namespace of a wallet id, `ethereum:io.metamask` or `solana:…`; undefined for other ids. */
export function namespaceOfWallet(walletId: string): Namespace | undefined {
  const head = walletId.slice(0, walletId.indexOf(':'))
  if (head === 'ethereum') return 'eip155'
  return isNamespace(head) ? head : undefined
}
