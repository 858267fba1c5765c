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
  found(): readonly DiscoveredWallet[]
  /** Calls `onChange` with the wallets at once and after each change. */
  onFound(onChange: (wallets: readonly DiscoveredWallet[]) => void): () => void
  state(namespace: Namespace): ConnectionState | undefined
  move(namespace: Namespace, event: ConnectionEvent): void
  /** Aborts the current attempt in a namespace and starts another; its signal aborts when that one is superseded. */
  begin(namespace: Namespace): AbortSignal
  /** Aborts the current attempt in a namespace, if any. */
  abandon(namespace: Namespace): void
  /** Whether a namespace can have several wallets at once (the flag `multiWallet`). */
  holdsMany(): boolean
  /** Watches the wallet's changes. */
  follow(connection: Connection): Promise<void>
  unfollow(connection: Connection): void
  /** Records that a wallet was connected in this visit. */
  connectedNow(connection: Connection): void
  /** Stores a wallet for reconnecting on load; it replaces others of its namespace unless `allowsMultiple`. */
  remember(connection: Connection): void
  /** Removes one wallet, or all wallets, of a namespace from those to reconnect on load. */
  forget(namespace: Namespace, walletId: string | undefined): void
  /** A wallet failed to disconnect. */
  notLeft(cause: unknown): void
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
type LeftWallet = Pick<Connection, 'namespace' | 'walletId' | 'handle'>

const superseded = (): DOMException => new DOMException('Another connection was started', 'AbortError')

/** Activates a new connection, in addition to the existing ones or as their replacement; replaced ones are disconnected. */
export async function setActiveWallet(io: ConnectPorts, connection: Connection): Promise<void> {
  const { namespace, walletId } = connection
  const beside = io.holdsMany()
  const before = currentConnections(io.state(namespace))
  io.move(namespace, { is: 'succeeded', connection, beside })
  for (const one of before) if (!beside || one.walletId === walletId) io.unfollow(one)
  await io.follow(connection)
  const replaced = beside ? [] : before.filter((one) => one.walletId !== walletId)
  if (replaced.length === 0) return
  const onFailed = (cause: unknown) => io.log('The previous wallet could not be disconnected', cause)
  await Promise.all(replaced.map((one) => disconnectWallet(io, one, onFailed)))
}

/**
 * Disconnects the wallet and waits at most `disconnectWaitMs`: the connection has ended in the widget in any case. A later
 * failure is still reported.
 */
async function disconnectWallet(
  io: ConnectPorts,
  wallet: LeftWallet,
  onFailed: (cause: unknown) => void,
): Promise<void> {
  const adapter = await io.adapter(wallet.namespace)
  const answered = adapter.disconnect(wallet).catch(onFailed)
  const waiting = new AbortController()
  const waited = sleep(io.clock, disconnectWaitMs, waiting.signal).catch(() => undefined)
  await Promise.race([answered, waited])
  waiting.abort()
}

/**
 * Connects a discovered wallet for the user; the wallet may prompt. Another attempt in the same namespace supersedes this
 * one; a failure leaves the former connection unchanged.
 * @throws WidgetError `wallet/missing-id`, `wallet/not-found`, `wallet/no-account`; ProviderRpcError of the wallet; an
 * AbortError when aborted or superseded.
 */
export async function connectWallet(io: ConnectPorts, target: ConnectTarget): Promise<Connection> {
  const { walletId } = target
  if (walletId === '') throw new WidgetError('wallet/missing-id', texts.missingWalletId)
  const wallet = selectDiscoveredWallet(io.found(), walletId, target.handle)
  if (!wallet) throw new WidgetError('wallet/not-found', texts.unavailableExtension, { data: { walletId } })
  const own = io.begin(wallet.namespace)
  const signal = target.signal ? AbortSignal.any([own, target.signal]) : own
  io.move(wallet.namespace, { is: 'started', walletId, kind: 'asked' })
  try {
    const adapter = await io.adapter(wallet.namespace)
    const connection = await adapter.connect(wallet, { silent: false, signal })
    if (signal.aborted) throw superseded()
    io.connectedNow(connection)
    await setActiveWallet(io, connection)
    io.remember(connection)
    return connection
  } catch (cause) {
    // A superseded attempt must not end the state of its successor.
    if (!own.aborted) io.move(wallet.namespace, { is: 'failed' })
    throw cause
  }
}

/** One namespace, or one wallet of it. */
export type DisconnectOptions = { readonly namespace: Namespace; readonly walletId?: string | undefined }

/** Ends connections of one namespace in the store, and returns them. */
function end(io: ConnectPorts, { namespace, walletId }: DisconnectOptions): readonly Connection[] {
  const held = currentConnections(io.state(namespace))
  const own = walletId === undefined ? held : held.filter((one) => one.walletId === walletId)
  io.forget(namespace, io.holdsMany() ? walletId : undefined)
  if (walletId !== undefined && own.length < held.length) io.move(namespace, { is: 'left', walletId })
  else {
    io.abandon(namespace)
    io.move(namespace, { is: 'disconnected' })
  }
  return own
}

/**
 * Disconnects for the user or the host, and stores it: the wallet is not reconnected on load. The wallet's result is
 * ignored.
 */
export async function disconnect(io: ConnectPorts, leaving: readonly DisconnectOptions[]): Promise<void> {
  await Promise.all(leaving.flatMap((one) => end(io, one)).map((connection) => detachWallet(io, connection)))
}

/** Disconnects a wallet that is not active; its result is ignored. */
export async function disconnectInactiveWallet(io: ConnectPorts, wallet: LeftWallet): Promise<void> {
  const onFailed = (cause: unknown) => {
    io.log('The wallet did not take part in disconnecting', cause)
    io.notLeft(cause)
  }
  await disconnectWallet(io, wallet, onFailed).catch(onFailed)
}

/** Stops watching an ended connection, and disconnects its wallet. */
export async function detachWallet(io: ConnectPorts, connection: Connection): Promise<void> {
  io.unfollow(connection)
  await disconnectInactiveWallet(io, connection)
}

/** The namespace of a wallet id, `ethereum:io.metamask` or `solana:…`; undefined for other ids. */
export function namespaceOfWallet(walletId: string): Namespace | undefined {
  const head = walletId.slice(0, walletId.indexOf(':'))
  if (head === 'ethereum') return 'eip155'
  return isNamespace(head) ? head : undefined
}
