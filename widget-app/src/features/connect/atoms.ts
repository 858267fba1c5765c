import type { WalletTransport } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { afterSuccessDelay } from '#widget/core/success-delay.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { namespaceOfWallet } from '#widget/domain/connections/connect-wallet.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import {
  discoveredWalletsAtom,
  selectDiscoveredWallet,
  watchWalletsAtom,
} from '#widget/domain/wallets/discovered-wallets.ts'
import { atom, atomFamily, promptAtom } from '#widget/lib/state.ts'
import { runConnectAttempt } from './actions.ts'
import { connectFailureEvent } from './connect-failure.ts'
import { type ConnectingEvent, type ConnectingState, needsClick, nextState } from './model.ts'

export type ConnectTarget = {
  readonly walletId: string
  readonly handle?: string | undefined
  /** The host requested the connection, not the user. */
  readonly byPage?: true | undefined
}

/**
 * `show` starts at once, unless the wallet is doubtful or the host requested it; `start` is the user's click; `leave`
 * aborts.
 */
export type ConnectingCommand = 'show' | 'start' | 'leave'

const hasAccounts = (data: unknown): boolean => Array.isArray(data) && data.length > 0

function sharesAccounts(transport: WalletTransport, handle: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = transport.onEvent(handle, (event, data) => {
      if (event !== 'accountsChanged' || !hasAccounts(data)) return
      stop()
      resolve()
    })
    const onAbort = () => {
      stop()
      reject(signal.reason)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}

function createConnectingAtom({ walletId, handle, byPage }: ConnectTarget) {
  const machineStateAtom = atom<ConnectingState | undefined>(undefined)
  const attemptAtom = atom<AbortController | undefined>(undefined)

  const stateAtom = atom((get): ConnectingState => {
    const wallet = selectDiscoveredWallet(get(discoveredWalletsAtom), walletId, handle)
    return get(machineStateAtom) ?? { is: wallet?.warning ? 'doubtful' : byPage ? 'byPage' : 'opening' }
  })

  const startAtom = atom(null, async (get, set): Promise<void> => {
    const { clock, chains, transport, flows } = get(portsAtom)
    const attempt = new AbortController()
    get(attemptAtom)?.abort()
    set(attemptAtom, attempt)
    const wallet = selectDiscoveredWallet(get(discoveredWalletsAtom), walletId, handle)
    const namespace = wallet?.namespace ?? namespaceOfWallet(walletId)
    const isConnected = await runConnectAttempt(
      {
        clock,
        prepare: async () => namespace && chains.adapter(namespace),
        request: (signal) => set(connectWalletAtom, { walletId, handle, signal }),
        sharesAccounts: (signal) => sharesAccounts(transport, wallet?.handle ?? handle ?? '', signal),
      },
      (event: ConnectingEvent) => {
        set(machineStateAtom, nextState(get(stateAtom), event))
        const failed = event.is === 'failed' && connectFailureEvent(event.failure)
        if (failed) set(trackEventAtom, failed)
      },
      attempt.signal,
    )
    if (isConnected && namespace)
      afterSuccessDelay(clock, attempt.signal, () => flows.afterConnect(namespace))
  })

  const connectingAtom = promptAtom(
    (get) => get(stateAtom),
    (get, set, command: ConnectingCommand) => {
      if (command === 'leave') {
        get(attemptAtom)?.abort()
        set(attemptAtom, undefined)
        set(machineStateAtom, undefined)
        return
      }
      set(watchWalletsAtom)
      if (command === 'show' && needsClick(get(stateAtom))) return
      void set(startAtom)
    },
  )
  connectingAtom.onMount = (send) => {
    send('show')
    return () => send('leave')
  }
  return connectingAtom
}

/** A connect attempt for one wallet. It starts when the view mounts and is aborted when it unmounts. */
export const connectingAtom = atomFamily(
  createConnectingAtom,
  (left: ConnectTarget, right: ConnectTarget) =>
    left.walletId === right.walletId && left.handle === right.handle && left.byPage === right.byPage,
)
