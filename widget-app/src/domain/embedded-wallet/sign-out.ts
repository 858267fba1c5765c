import { postEmbeddedSignOut } from '#shared/api/embedded-wallet.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { embeddedApiAtom } from './embedded-api.ts'
import { dropEmbeddedSessionAtom, embeddedSessionAtom } from './session.ts'

/** Deletes logins that were begun; their code is loaded already if there are any of this page. */
const clearPendingAtom = atom(null, async (get, set): Promise<void> => {
  try {
    const { clearPendingLoginsAtom } = await import('./pending-logins.ts')
    set(clearPendingLoginsAtom)
  } catch (cause) {
    get(portsAtom).log('The pending logins could not be deleted; they expire', cause)
  }
})

/** Ends the session and pending logins: here at once, and at the server as soon as it responds. Never rejects. */
export const signOutEmbeddedAtom = atom(null, async (get, set): Promise<void> => {
  const cleared = set(clearPendingAtom)
  const session = get(embeddedSessionAtom)
  if (!session) return cleared
  set(dropEmbeddedSessionAtom, session.token)
  try {
    await get(embeddedApiAtom).call(postEmbeddedSignOut, { params: {}, query: {}, body: {} }, session)
  } catch (cause) {
    get(portsAtom).log('The server could not end the session of the embedded wallet', cause)
  }
  await cleared
})
