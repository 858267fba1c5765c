import type { Namespace } from '#shared/caip/namespace.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { currentConnections } from '#widget/domain/accounts/connections.ts'
import type { ConnectPorts } from './connect-wallet.ts'

/** A wallet that shares no account now, although the user did not disconnect it: usually a locked one. */
export type LockedWallet = {
  readonly namespace: Namespace
  readonly walletId: string
  readonly handle: string
}

/** What reconnecting needs in addition to connecting. */
export type UnlockPorts = Pick<
  ConnectPorts,
  'discoveredWallets' | 'state' | 'allowsMultiple' | 'dispatch' | 'watch' | 'log'
> & {
  /** Whether a wallet is still enabled: the user may have disconnected it meanwhile. */
  isEnabled(walletId: string): boolean
  /** Connects without a prompt, within the timeout of a silent request. */
  connectSilently(wallet: DiscoveredWallet): Promise<Connection>
  /** Events of a wallet, unparsed. */
  onEvent(handle: string, listener: (event: string, data: unknown) => void): () => void
}

/** Whether an event can mean that a wallet shares accounts again; the accounts are read from the wallet itself. */
const maySignalAccounts = (event: string, data: unknown): boolean =>
  event === 'connect' || (event === 'accountsChanged' && !(Array.isArray(data) && data.length === 0))

/**
 * Waits until a wallet shares accounts again, for example after unlocking, and connects it without a prompt. Ends when it is
 * connected, disconnected by the user, or replaced.
 * @returns a function that ends the wait.
 */
export function reconnectOnUnlock(
  ports: UnlockPorts,
  { namespace, walletId, handle }: LockedWallet,
): () => void {
  let hasEnded = false
  let isConnecting = false
  let isStale = false
  const isStillWaiting = () => {
    const current = currentConnections(ports.state(namespace))
    const isConnected = current.some((one) => one.walletId === walletId)
    if (isConnected || !ports.isEnabled(walletId) || (current.length > 0 && !ports.allowsMultiple())) end()
    return !hasEnded
  }
  /** The user's attempt reads the accounts itself. */
  const isUserConnecting = () => {
    const state = ports.state(namespace)
    return state?.is === 'connecting' && state.walletId === walletId
  }
  const connect = async () => {
    const wallet = ports.discoveredWallets().find((one) => one.handle === handle)
    if (wallet === undefined) return
    const connection = await ports.connectSilently(wallet)
    if (!isStillWaiting() || isUserConnecting()) return
    end()
    ports.dispatch(namespace, { is: 'joined', connection })
    await ports.watch(connection)
  }
  const tryConnect = async () => {
    if (!isStillWaiting() || isUserConnecting()) return
    isStale = isConnecting
    if (isConnecting) return
    isConnecting = true
    try {
      await connect()
    } catch (cause) {
      ports.log('An unlocked wallet could not be reconnected yet', cause)
    } finally {
      isConnecting = false
    }
    // It emitted another event during the read.
    if (isStale) await tryConnect()
  }
  const stop = ports.onEvent(handle, (event, data) => {
    if (maySignalAccounts(event, data)) void tryConnect()
  })
  const end = () => {
    hasEnded = true
    stop()
  }
  return end
}
