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
export type UnlockPorts = Pick<ConnectPorts, 'found' | 'state' | 'holdsMany' | 'move' | 'follow' | 'log'> & {
  /** Whether a wallet is still enabled: the user may have disconnected it meanwhile. */
  isWanted(walletId: string): boolean
  /** Connects without a prompt, within the timeout of a silent request. */
  connectSilently(wallet: DiscoveredWallet): Promise<Connection>
  /** Events of a wallet, unparsed. */
  onEvent(handle: string, listener: (event: string, data: unknown) => void): () => void
}

/** Whether an event can mean that a wallet shares accounts again; the accounts are read from the wallet itself. */
const mayShare = (event: string, data: unknown): boolean =>
  event === 'connect' || (event === 'accountsChanged' && !(Array.isArray(data) && data.length === 0))

/**
 * Waits until a wallet shares accounts again, for example after unlocking, and connects it without a prompt. Ends when it is
 * connected, disconnected by the user, or replaced.
 * @returns a function that ends the wait.
 */
export function reconnectOnUnlock(
  io: UnlockPorts,
  { namespace, walletId, handle }: LockedWallet,
): () => void {
  let isOver = false
  let isReading = false
  let isStale = false
  const isDue = () => {
    const held = currentConnections(io.state(namespace))
    const isHeld = held.some((one) => one.walletId === walletId)
    if (isHeld || !io.isWanted(walletId) || (held.length > 0 && !io.holdsMany())) end()
    return !isOver
  }
  /** The user's attempt reads the accounts itself. */
  const isAttempted = () => {
    const state = io.state(namespace)
    return state?.is === 'connecting' && state.walletId === walletId
  }
  const connect = async () => {
    const wallet = io.found().find((one) => one.handle === handle)
    if (wallet === undefined) return
    const connection = await io.connectSilently(wallet)
    if (!isDue() || isAttempted()) return
    end()
    io.move(namespace, { is: 'joined', connection })
    await io.follow(connection)
  }
  const look = async () => {
    if (!isDue() || isAttempted()) return
    isStale = isReading
    if (isReading) return
    isReading = true
    try {
      await connect()
    } catch (cause) {
      io.log('A wallet that was away could not be reconnected yet', cause)
    } finally {
      isReading = false
    }
    // It emitted another event during the read.
    if (isStale) await look()
  }
  const stop = io.onEvent(handle, (event, data) => {
    if (mayShare(event, data)) void look()
  })
  const end = () => {
    isOver = true
    stop()
  }
  return end
}
