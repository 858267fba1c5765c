import type { Namespace } from '#shared/caip/namespace.ts'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { isPublicRelay } from '#shared/config/public-relay.ts'
import { alerts, texts } from '#shared/errors/codes.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { deployConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { afterSuccessDelay } from '#widget/core/success-delay.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { type PairingStep, pairWallet } from './pair-wallet.ts'

/** The state of an attempt to pair over WalletConnect. */
export type PairingState =
  | PairingStep
  /** The wallet has approved a session, which is being connected in each approved namespace. */
  | { readonly is: 'approving' }
  | { readonly is: 'connected'; readonly namespaces: readonly Namespace[] }
  /** `code` of the details is an alert of SPEC §8, `pairing/nothing-approved`, or an error code of the wallet or the SDK. */
  | { readonly is: 'failed'; readonly details: ErrorDetails }

/** `show` starts, `retry` starts again, `leave` aborts and withdraws everything. */
export type PairingCommand = 'show' | 'retry' | 'leave'

const alertOf = (code: string) =>
  code === 'APKT002' || code === 'APKT006' || code === 'APKT007' || code === 'APKT008' ? code : undefined

function createPairingAtom(walletId: string | undefined) {
  const machineStateAtom = atom<PairingState | undefined>(undefined)
  const attemptAtom = atom<AbortController | undefined>(undefined)

  const stateAtom = atom(
    (get): PairingState =>
      get(machineStateAtom) ?? { is: get(deployConfigAtom).walletConnect.verify ? 'checking' : 'starting' },
  )

  /** Connects the wallets of a new session independently; one failure does not affect the others. */
  const connectAtom = atom(
    null,
    async (get, set, wallets: readonly DiscoveredWallet[], signal: AbortSignal) => {
      const previousNamespace = get(activeNamespaceAtom)
      const results = await Promise.allSettled(
        wallets.map((wallet) =>
          set(connectWalletAtom, { walletId: walletIdOf(wallet), handle: wallet.handle, signal }),
        ),
      )
      const connected = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.namespace] : []))
      const failed = results.find((one) => one.status === 'rejected')
      if (connected.length === 0) throw failed?.reason
      const active = connected.find((namespace) => namespace === previousNamespace) ?? connected[0]
      if (active) set(activeNamespaceAtom, active)
      return connected
    },
  )

  const startAtom = atom(null, async (get, set): Promise<void> => {
    const { clock, pairing, flows } = get(portsAtom)
    get(attemptAtom)?.abort()
    const attempt = new AbortController()
    const { signal } = attempt
    set(attemptAtom, attempt)
    const setState = (state: PairingState | undefined) => {
      if (!signal.aborted) set(machineStateAtom, state)
    }
    setState(undefined)
    const fail = (details: ErrorDetails) => {
      setState({ is: 'failed', details })
      if (!signal.aborted)
        set(trackEventAtom, { event: 'CONNECT_ERROR', properties: { message: details.text } })
      const alert = alertOf(details.code)
      if (alert && !signal.aborted) set(raiseAlertAtom, alert, details.text)
    }
    const { relayUrl, projectId, verify: isVerified } = get(deployConfigAtom).walletConnect
    if (relayUrl === '') return fail({ code: 'pairing/not-set-up', text: texts.noWalletConnect })
    if (get(projectIdAtom) === '') return fail({ code: 'APKT008', text: alerts.APKT008 })
    if (projectId === undefined && isPublicRelay(relayUrl))
      return fail({ code: 'pairing/no-project-id', text: 'No WalletConnect project id is set' })
    try {
      const onStep = (state: PairingStep) => {
        setState(state)
        const isDeclined = state.is === 'waiting' && state.wasDeclined && !signal.aborted
        if (isDeclined)
          set(trackEventAtom, {
            event: 'USER_REJECTED',
            properties: { message: 'User rejected the request' },
          })
      }
      const wallets = await pairWallet({ clock, pairing, isVerified, walletId }, onStep, signal)
      setState({ is: 'approving' })
      const connected = await set(connectAtom, wallets, signal)
      if (signal.aborted) return
      setState({ is: 'connected', namespaces: connected })
      const [namespace] = connected
      if (namespace) afterSuccessDelay(clock, signal, () => flows.afterConnect(namespace))
    } catch (thrown) {
      if (signal.aborted) return
      if (isWidgetError(thrown, 'pairing/nothing-approved')) get(portsAtom).log(thrown.message, thrown.data)
      fail(errorDetails(thrown))
    }
  })

  const pairingAtom = atom(
    (get) => get(stateAtom),
    (get, set, command: PairingCommand) => {
      if (command === 'leave') {
        get(attemptAtom)?.abort()
        set(attemptAtom, undefined)
        set(machineStateAtom, undefined)
        return
      }
      set(watchWalletsAtom)
      void set(startAtom)
    },
  )
  pairingAtom.onMount = (send) => {
    send('show')
    return () => send('leave')
  }
  return pairingAtom
}

/**
 * Pairing over WalletConnect, with a catalogue wallet by id or with any wallet that scans the code. It starts when the view
 * mounts and is aborted when it unmounts; `retry` starts again.
 */
export const pairingAtom = atomFamily(createPairingAtom)
