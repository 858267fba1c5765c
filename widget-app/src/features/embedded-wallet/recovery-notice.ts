import { getRecovery, postRecoveryCancellation, type RecoveryRequest } from '#shared/api/embedded-recovery.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { isRecoveryRequestedAtom } from '#widget/domain/embedded-wallet/recovery-requested.ts'
import { updateEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession, refreshEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { eventsAtom } from './account-lists.ts'
import { createServerList } from './server-list.ts'

const noInput = { params: {}, query: {} }

/** As `isRecoveryRequestedAtom`; where it is mounted, the server is asked again. */
export const refreshedRecoveryAtom = atom(
  (get) => get(isRecoveryRequestedAtom),
  (_get, set) => set(refreshEmbeddedAccountAtom),
)
refreshedRecoveryAtom.onMount = (refresh) => void refresh()

/** The request, if there still is one. */
export const recoveryRequestsAtom = createServerList<RecoveryRequest>(async (client, session) => {
  const { request } = await client.call(getRecovery, noInput, session)
  return request === undefined ? [] : [request]
})

const cancellationAtom = atom<'idle' | 'running' | ErrorDetails>('idle')

/** Progress of the cancellation; details if it failed. */
export const recoveryCancellationAtom = atom((get) => get(cancellationAtom))

/** Cancels a request; one that is over already counts as cancelled. Never rejects. */
export const cancelRecoveryAtom = atom(null, async (get, set, id: string): Promise<void> => {
  if (get(cancellationAtom) === 'running') return
  set(cancellationAtom, 'running')
  try {
    await callWithSession(get, set, async (client, session) => {
      const input = { params: { id }, query: {}, body: {} }
      const { account } = await client.call(postRecoveryCancellation, input, session)
      set(updateEmbeddedAccountAtom, session.token, account)
    })
    set(cancellationAtom, 'idle')
    set(showToastAtom, get(translateAtom)('wallet-settings.recovery-cancelled'), 'success')
    void set(eventsAtom)
  } catch (cause) {
    set(cancellationAtom, httpStatusOf(cause) === 404 ? 'idle' : errorDetails(cause))
    if (httpStatusOf(cause) === 404) await set(refreshEmbeddedAccountAtom)
  }
})
