import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { flowOf } from '#widget/core/views.ts'
import { activeChainAtom } from '#widget/domain/accounts/active-network.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { signInRequirementAtom, signInSessionsAtom, signInViewAtom } from '#widget/domain/accounts/sign-in.ts'
import { eventNetworkAtom, trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { switchNetworkAtom } from '#widget/domain/connections/switch-network.ts'
import { dismissModalAtom, viewAfterConnectAtom } from '#widget/domain/modal/modal.ts'
import { configuredChainIdsAtom } from '#widget/domain/networks/networks.ts'
import { lastSignedInChain } from '#widget/features/siwx/actions.ts'
import { errorDetails } from '#widget/lib/error-details.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'

/** SPEC §4 sign-in flow 1–2: shows what to enter and sign, opening the modal if it is closed. */
export const showSignInAtom = atom(null, (get, set) => {
  set(viewStackAtom, { to: 'reset', view: get(signInViewAtom) ?? { name: 'SIWXSignMessage' } })
  if (get(modalOpenAtom)) return
  set(modalOpenAtom, true)
  get(portsAtom).host.showOverlay()
})

/** SPEC §4 sign-in flow 3: closes the modal, or shows the view that the host requested before the user signed in. */
export const afterSignInAtom = atom(null, (get, set) => {
  get(portsAtom).log('SIWX_AUTH_SUCCESS', get(activeChainAtom))
  const requestedView = get(viewAfterConnectAtom)
  if (requestedView && flowOf(requestedView) !== 'sign-in')
    set(viewStackAtom, { to: 'reset', view: requestedView })
  else set(dismissModalAtom)
})

/** Disconnects the active wallet; with several in a namespace, only that one. */
const disconnectActiveAtom = atom(null, async (get, set) => {
  const connection = get(activeConnectionAtom)
  if (connection)
    await set(disconnectAtom, { namespace: connection.namespace, walletId: connection.walletId })
})

/** The network on which the active account has signed in, if it is another one. */
const lastChainAtom = atom((get) => {
  const connection = get(activeConnectionAtom)
  if (!connection) return undefined
  const { chain, accounts } = connection
  const networks = get(configuredChainIdsAtom)
  const now = get(portsAtom).clock.now()
  return lastSignedInChain(get(signInSessionsAtom), { chain, address: accounts[0] }, networks, now)
})

/** Switches back to that network; returns whether the wallet did. */
const switchBackAtom = atom(null, async (get, set): Promise<boolean> => {
  const last = get(lastChainAtom)
  if (!last) return false
  try {
    await set(switchNetworkAtom, last)
    return true
  } catch (cause) {
    get(portsAtom).log('The last network could not be switched back to', cause)
    return false
  }
})

/**
 * SPEC §4 sign-in flow 5. If required: switches back to the last network with a session, else disconnects. Else only closes.
 */
export const cancelSignInAtom = atom(null, async (get, set): Promise<void> => {
  set(trackEventAtom, { event: 'CLICK_CANCEL_SIWX', properties: get(eventNetworkAtom) })
  const isRequired = get(signInRequirementAtom)?.isRequired === true
  if (isRequired && get(lastChainAtom)) {
    set(dismissModalAtom)
    if (await set(switchBackAtom)) return
  }
  // Disconnect before the modal closes: a widget that is always open shows the next view.
  const disconnected = isRequired ? set(disconnectActiveAtom) : undefined
  set(dismissModalAtom)
  await disconnected
})

/** SPEC §4 sign-in flow 7: disconnects, resets to Connect, and shows a toast. */
export const signInFailedAtom = atom(null, async (get, set, cause: unknown): Promise<void> => {
  get(portsAtom).log('SIWX_AUTH_ERROR', cause)
  const properties = { ...get(eventNetworkAtom), message: errorDetails(cause).text }
  set(trackEventAtom, { event: 'SIWX_AUTH_ERROR', properties })
  if (flowOf(get(currentViewAtom)) === 'sign-in')
    set(viewStackAtom, { to: 'reset', view: { name: 'Connect' } })
  set(showToastAtom, get(translateAtom)('sign-in.init-failed'), 'error')
  await set(disconnectActiveAtom)
})
