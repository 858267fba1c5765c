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
  arrive(walletId: string): Promise<void>
  /** Whether a wallet is still enabled: the user may have disconnected it meanwhile. */
  isWanted(walletId: string): boolean
  /** A restored connection with the formerly active account. */
  asLeft(connection: Connection): Connection
  /** A wallet of the last visit is not connected; it was only logged. */
  notRestored(namespace: Namespace, cause: unknown): void
  /** Connects a discovered wallet once it shares accounts: it may be locked now. */
  awaitReturn(wallet: DiscoveredWallet): void
}

/** Waits for a wallet that may announce itself late; undefined if it does not in time, or is ambiguous. */
function awaitWallet(
  io: ConnectPorts,
  walletId: string,
  signal: AbortSignal,
): Promise<DiscoveredWallet | undefined> {
  return new Promise((resolve) => {
    const ends: (() => void)[] = []
    let isDone = false
    const finish = (wallet: DiscoveredWallet | undefined) => {
      isDone = true
      for (const end of ends) end()
      resolve(wallet)
    }
    const look = (wallets: readonly DiscoveredWallet[]) => {
      const answer = reconnectableWallet(wallets, walletId)
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
    // The first call of `onWalletsChange` may already have finished.
    if (isDone) stop()
    else ends.push(stop)
  })
}

/** Connects silently with a timeout of 10 s, so that a wallet that never responds blocks no other. */
export async function connectSilently(
  io: ConnectPorts,
  wallet: DiscoveredWallet,
  signal: AbortSignal,
): Promise<Connection> {
  const adapter = await io.adapter(wallet.namespace)
  const late = () => new WidgetError('APKT004', alerts.APKT004, { data: { wallet: wallet.name } })
  return withTimeout(
    io.clock,
    rpcTimeoutMs,
    late,
    (limited) => adapter.connect(wallet, { silent: true, signal: limited }),
    signal,
  )
}

/**
 * Reconnects a wallet of the last visit; undefined if that fails, which is reported, or if the user has disconnected it
 * meanwhile. In that case the wallet is disconnected too, since it shares its accounts, or has a session, from the last
 * visit.
 */
async function restored(
  io: ReconnectPorts,
  namespace: Namespace,
  walletId: string,
  signal: AbortSignal,
): Promise<Connection | undefined> {
  let wallet: DiscoveredWallet | undefined
  const isOver = () => signal.aborted || !io.isWanted(walletId)
  const leaveUnwanted = async (): Promise<undefined> => {
    if (wallet && !io.isWanted(walletId)) await disconnectInactiveWallet(io, { ...wallet, walletId })
  }
  try {
    await io.arrive(walletId)
    wallet = await awaitWallet(io, walletId, signal)
    if (isOver()) return await leaveUnwanted()
    if (wallet) {
      const connection = io.asLeft(await connectSilently(io, wallet, signal))
      return isOver() ? await leaveUnwanted() : connection
    }
    io.log('A wallet of the last visit is not here, or more than one claims to be it', walletId)
    io.notRestored(namespace, undefined)
  } catch (cause) {
    if (isOver()) return leaveUnwanted()
    io.log('A wallet of the last visit could not be reconnected', cause)
    if (wallet) io.awaitReturn(wallet)
    io.notRestored(namespace, cause)
  }
  return undefined
}

async function restoreNamespace(
  io: ReconnectPorts,
  namespace: Namespace,
  walletIds: readonly string[],
): Promise<void> {
  const state = io.state(namespace)
  // The user's attempt has started: it continues, and a wallet reconnected meanwhile is its fallback.
  if (state?.is === 'connecting' && state.kind === 'asked') return restoreBehind(io, namespace, walletIds)
  const signal = io.begin(namespace)
  for (const walletId of walletIds) {
    if (signal.aborted) return
    io.move(namespace, { is: 'started', walletId, kind: 'restored' })
    const connection = await restored(io, namespace, walletId, signal)
    if (connection && !signal.aborted) return setActiveWallet(io, connection)
  }
  if (!signal.aborted) io.move(namespace, { is: 'failed' })
}

/** Reconnects the first wallet that can be, unless another one is connected by then. */
async function restoreBehind(
  io: ReconnectPorts,
  namespace: Namespace,
  walletIds: readonly string[],
): Promise<void> {
  for (const walletId of walletIds) {
    if (currentConnections(io.state(namespace)).length > 0) return
    await reconnectInactive(io, namespace, walletId)
  }
}

/** Reconnects a wallet as an inactive one; actions of the user meanwhile take precedence. */
export async function reconnectInactive(
  io: ReconnectPorts,
  namespace: Namespace,
  walletId: string,
): Promise<void> {
  const connection = await restored(io, namespace, walletId, new AbortController().signal)
  const held = currentConnections(io.state(namespace))
  if (!connection || held.some((one) => one.walletId === walletId)) return
  // Another wallet has replaced it during the call.
  if (held.length > 0 && !io.holdsMany()) return detachWallet(io, connection)
  io.move(namespace, { is: 'joined', connection })
  await io.follow(connection)
}

/**
 * Reconnects the wallets of the last visit without any prompt (`eth_accounts`), independently: the active one of each
 * namespace, or all of them if it can have many. Waits up to 2 s for late announcements and 10 s for responses. A failure is
 * only logged (SPEC §4).
 */
export async function reconnectStored(
  io: ReconnectPorts,
  walletIds: readonly string[],
  namespaces: readonly Namespace[],
): Promise<void> {
  await Promise.all(
    namespaces.flatMap((namespace) => {
      const held = currentConnections(io.state(namespace))
      const isHeld = (walletId: string) => held.some((one) => one.walletId === walletId)
      const own = walletIds.filter(
        (walletId) => namespaceOfWallet(walletId) === namespace && !isHeld(walletId),
      )
      const [first, ...others] = own
      if (first === undefined) return []
      if (!io.holdsMany()) return held.length > 0 ? [] : [restoreNamespace(io, namespace, own)]
      if (held.length > 0) return own.map((walletId) => reconnectInactive(io, namespace, walletId))
      const beside = others.map((walletId) => reconnectInactive(io, namespace, walletId))
      return [restoreNamespace(io, namespace, [first]), ...beside]
    }),
  )
}
