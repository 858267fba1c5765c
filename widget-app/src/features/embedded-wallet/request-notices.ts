import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { type DeletionRequest, getDeletion, postDeletionCancellation } from '#shared/api/embedded-deletion.ts'
import { getRecovery, postRecoveryCancellation, type RecoveryRequest } from '#shared/api/embedded-recovery.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { isRecoveryRequestedAtom } from '#widget/domain/embedded-wallet/account-requests.ts'
import { updateEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession, refreshEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
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

/** The request for a recovery, if there still is one. */
export const recoveryRequestsAtom = createServerList<RecoveryRequest>(async (client, session) => {
  const { request } = await client.call(getRecovery, noInput, session)
  return request === undefined ? [] : [request]
})

/** The request for a deletion without the wallet's keys, if there still is one. */
export const deletionRequestsAtom = createServerList<DeletionRequest>(async (client, session) => {
  const { request } = await client.call(getDeletion, noInput, session)
  return request === undefined ? [] : [request]
})

type Session = { readonly token: string }

/**
 * Cancels a request; one that is over already counts as cancelled. Reads as the progress: details if the cancellation failed, or is not known
 * to be done. Writing it never rejects.
 */
function cancellationAtom<Parts extends unknown[]>(
  doneText: 'wallet-settings.recovery-cancelled' | 'deletion.cancelled',
  cancel: (
    client: DpopClient,
    session: Session,
    ...parts: Parts
  ) => Promise<{ readonly account: EmbeddedAccount }>,
) {
  const stateAtom = atom<'idle' | 'running' | ErrorDetails>('idle')
  return atom(
    (get) => get(stateAtom),
    async (get, set, ...parts: Parts): Promise<void> => {
      if (get(stateAtom) === 'running') return
      set(stateAtom, 'running')
      try {
        await callWithSession(get, set, async (client, session) => {
          const { account } = await cancel(client, session, ...parts)
          set(updateEmbeddedAccountAtom, session.token, account)
        })
        set(stateAtom, 'idle')
        set(showToastAtom, get(translateAtom)(doneText), 'success')
        void set(eventsAtom)
      } catch (cause) {
        set(stateAtom, httpStatusOf(cause) === 404 ? 'idle' : errorDetails(cause))
        // The response may be lost: the account states whether the request is over.
        await set(refreshEmbeddedAccountAtom)
      }
    },
  )
}

/** Cancels the request for a recovery. */
export const cancelRecoveryAtom = cancellationAtom(
  'wallet-settings.recovery-cancelled',
  (client, session, id: string) =>
    client.call(postRecoveryCancellation, { params: { id }, query: {}, body: {} }, session),
)

/** Cancels the request for a deletion. */
export const cancelDeletionAtom = cancellationAtom('deletion.cancelled', (client, session) =>
  client.call(postDeletionCancellation, { ...noInput, body: {} }, session),
)
