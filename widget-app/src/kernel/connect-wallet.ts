import { isNamespace, type Namespace } from '#shared/caip/namespace.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { FoundWallet } from '#shared/channel/found-wallet.ts'
import { lateAnnouncementWaitMs } from '#shared/config/limits.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter, Connection } from '#widget/chains/contract.ts'
import { type ConnectionEvent, type ConnectionState, heldConnection } from './connections.ts'
import { pickWallet, restorableWallet } from './found-wallets.ts'

/** What the connection commands act on; `connection-commands.ts` binds it to the store. */
export type ConnectIo = {
  readonly clock: Clock
  adapter(namespace: Namespace): Promise<ChainAdapter>
  found(): readonly FoundWallet[]
  /** Calls `onChange` with the wallets at once and after each change. */
  onFound(onChange: (wallets: readonly FoundWallet[]) => void): () => void
  state(namespace: Namespace): ConnectionState | undefined
  move(namespace: Namespace, event: ConnectionEvent): void
  /** Ends the attempt under way in a namespace and starts another; its signal aborts when that one is superseded. */
  begin(namespace: Namespace): AbortSignal
  /** Ends the attempt under way in a namespace, if any. */
  abandon(namespace: Namespace): void
  /** Follows the wallet's own changes, in place of those of the connection before; undefined only stops. */
  follow(namespace: Namespace, connection: Connection | undefined): Promise<void>
  /** Records that a wallet is to be reconnected on load, in place of others of its namespace. */
  remember(connection: Connection): void
  /** Records that nothing of a namespace is to be reconnected on load. */
  forget(namespace: Namespace): void
  log(message: string, detail?: unknown): void
}

export type ConnectTarget = {
  readonly walletId: string
  /** Which announcement, where there are several. */
  readonly handle?: string | undefined
  /** Aborting gives up; the wallet's own prompt may stay open. */
  readonly signal?: AbortSignal | undefined
}

const superseded = (): DOMException => new DOMException('Another connection was started', 'AbortError')

async function attempt(
  io: ConnectIo,
  wallet: FoundWallet,
  silent: boolean,
  signal: AbortSignal,
): Promise<Connection> {
  const { namespace } = wallet
  const adapter = await io.adapter(namespace)
  const connection = await adapter.connect(wallet, { silent, signal })
  if (signal.aborted) throw superseded()
  const previous = heldConnection(io.state(namespace))
  io.move(namespace, { is: 'succeeded', connection })
  await io.follow(namespace, connection)
  if (previous && previous.walletId !== connection.walletId) {
    await adapter
      .disconnect(previous)
      .catch((cause) => io.log('The previous wallet could not be disconnected', cause))
  }
  return connection
}

/**
 * Connects a wallet of the page on a person's wish; the wallet may ask them. Another attempt in the same namespace
 * supersedes this one; a failure leaves what was connected before.
 * @throws WidgetError `wallet/missing-id`, `wallet/not-found`, `wallet/no-account`; ProviderRpcError of the wallet;
 * an AbortError when given up or superseded.
 */
export async function connectWallet(io: ConnectIo, target: ConnectTarget): Promise<Connection> {
  const { walletId } = target
  if (walletId === '') throw new WidgetError('wallet/missing-id', texts.missingWalletId)
  const wallet = pickWallet(io.found(), walletId, target.handle)
  if (!wallet)
    throw new WidgetError('wallet/not-found', 'The wallet is not on this page', { data: { walletId } })
  const own = io.begin(wallet.namespace)
  const signal = target.signal ? AbortSignal.any([own, target.signal]) : own
  io.move(wallet.namespace, { is: 'started', walletId, kind: 'asked' })
  try {
    const connection = await attempt(io, wallet, false, signal)
    io.remember(connection)
    return connection
  } catch (cause) {
    // A superseded attempt must not end the state of the one that took its place.
    if (!own.aborted) io.move(wallet.namespace, { is: 'failed' })
    throw cause
  }
}

/**
 * Disconnects on a person's or the host's wish, and remembers it: the wallet is not reconnected on load. What the
 * wallet answers does not matter.
 */
export async function disconnect(io: ConnectIo, namespaces: readonly Namespace[]): Promise<void> {
  const held = namespaces.flatMap((namespace) => {
    const connection = heldConnection(io.state(namespace))
    io.forget(namespace)
    io.abandon(namespace)
    io.move(namespace, { is: 'disconnected' })
    return connection ? [connection] : []
  })
  await Promise.all(
    held.map(async (connection) => {
      try {
        await io.follow(connection.namespace, undefined)
        await (await io.adapter(connection.namespace)).disconnect(connection)
      } catch (cause) {
        io.log('The wallet did not take part in disconnecting', cause)
      }
    }),
  )
}

/** The namespace of a wallet id, `ethereum:io.metamask` or `solana:…`; undefined for anything else. */
export function namespaceOfWallet(walletId: string): Namespace | undefined {
  const head = walletId.slice(0, walletId.indexOf(':'))
  if (head === 'ethereum') return 'eip155'
  return isNamespace(head) ? head : undefined
}

/** Waits for a wallet which may announce itself late; undefined when it did not in time, or is doubtful. */
function awaitWallet(io: ConnectIo, walletId: string, signal: AbortSignal): Promise<FoundWallet | undefined> {
  return new Promise((resolve) => {
    const ends: (() => void)[] = []
    let isDone = false
    const finish = (wallet: FoundWallet | undefined) => {
      isDone = true
      for (const end of ends) end()
      resolve(wallet)
    }
    const look = (wallets: readonly FoundWallet[]) => {
      const answer = restorableWallet(wallets, walletId)
      if (answer.is === 'doubtful') finish(undefined)
      else if (answer.is === 'found') finish(answer.wallet)
    }
    ends.push(io.clock.after(lateAnnouncementWaitMs, () => finish(undefined)))
    const onAbort = () => finish(undefined)
    signal.addEventListener('abort', onAbort, { once: true })
    ends.push(() => signal.removeEventListener('abort', onAbort))
    const stop = io.onFound((wallets) => {
      if (!isDone) look(wallets)
    })
    // The first call of `onFound` may already have finished.
    if (isDone) stop()
    else ends.push(stop)
  })
}

async function restoreNamespace(
  io: ConnectIo,
  namespace: Namespace,
  walletIds: readonly string[],
): Promise<void> {
  const signal = io.begin(namespace)
  for (const walletId of walletIds) {
    if (signal.aborted) return
    io.move(namespace, { is: 'started', walletId, kind: 'restored' })
    try {
      const wallet = await awaitWallet(io, walletId, signal)
      if (signal.aborted) return
      if (wallet) {
        await attempt(io, wallet, true, signal)
        return
      }
      io.log('A wallet of the last visit is not here, or more than one claims to be it', walletId)
    } catch (cause) {
      io.log('A wallet of the last visit could not be reconnected', cause)
    }
  }
  if (!signal.aborted) io.move(namespace, { is: 'failed' })
}

/**
 * Reconnects the wallets of the last visit without any prompt (`eth_accounts`), each namespace on its own. Waits up to
 * 2 s for late announcements. A failure is only logged (SPEC §4).
 */
export async function reconnectStored(
  io: ConnectIo,
  walletIds: readonly string[],
  namespaces: readonly Namespace[],
): Promise<void> {
  await Promise.all(
    namespaces.map(async (namespace) => {
      const own = walletIds.filter((walletId) => namespaceOfWallet(walletId) === namespace)
      if (own.length > 0) await restoreNamespace(io, namespace, own)
    }),
  )
}
