import { postDeletion } from '#shared/api/embedded-deletion.ts'
import { deletionStateAtom } from '#widget/domain/embedded-wallet/account-requests.ts'
import { updateEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession, refreshEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import { isAccepted, stepUpAtom } from '#widget/domain/embedded-wallet/session-proofs.ts'
import { errorDetails } from '#widget/lib/error-details.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { atom } from '#widget/lib/state.ts'
import type { ChangeFailure } from './change-failure.ts'

/**
 * Requests to delete the account without the wallet's keys.
 * @returns why nothing was requested, if the status alone does not state it: `held` if the server accepts the user's proof and still no
 * request; `unsent` if it could not send the notice.
 * @throws as `callWithSession`: `http/status` 403 if the server requires a proof of the user first.
 */
export const requestDeletionAtom = atom(null, async (get, set): Promise<ChangeFailure | undefined> => {
  try {
    await callWithSession(get, set, async (client, session) => {
      const { account } = await client.call(postDeletion, { params: {}, query: {}, body: {} }, session)
      set(updateEmbeddedAccountAtom, session.token, account)
    })
    return undefined
  } catch (cause) {
    const status = httpStatusOf(cause)
    if (status === 501 || status === 503) return { is: 'unsent', details: errorDetails(cause) }
    if (status === 409) {
      // Requested before, as the account states then, or on another device in the same moment.
      await set(refreshEmbeddedAccountAtom)
      if (get(deletionStateAtom) !== undefined) return undefined
    }
    if (status !== 403 || !isAccepted(get, stepUpAtom)) throw cause
    // The next attempt proves the user again.
    set(stepUpAtom, undefined)
    return { is: 'held', details: errorDetails(cause) }
  }
})
