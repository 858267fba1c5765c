import { postEmbeddedSignOut } from '#shared/api/embedded-wallet.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { flowOf } from '#widget/core/views.ts'
import { sleep } from '#widget/lib/async.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, resetOnUnmountAtom } from '#widget/lib/state.ts'
import { embeddedApiAtom } from './embedded-api.ts'
import { clearPendingLoginsAtom } from './pending-logins.ts'
import { type EmbeddedSession, embeddedSessionAtom, startEmbeddedSessionAtom } from './session.ts'
import { stepUpAtom } from './session-proofs.ts'

const retryDelayMs = 500

/**
 * Continues after a login by `flows.afterEmbeddedLogin`. If that fails twice, a toast says so, and the view of the login, unless
 * another flow was opened meanwhile, lets the user try again. Never rejects.
 */
export const continueAfterLoginAtom = atom(null, async (get, set): Promise<void> => {
  const { flows, clock, log } = get(portsAtom)
  const run = () => flows.afterEmbeddedLogin()
  try {
    await run().catch(async (cause: unknown) => {
      log('The step after the login is repeated', cause)
      await sleep(clock, retryDelayMs)
      return run()
    })
  } catch (cause) {
    log('The embedded wallet could not be opened after the login', cause)
    if (get(modalOpenAtom) && flowOf(get(currentViewAtom)) === 'connect')
      set(viewStackAtom, { to: 'reset', view: { name: 'EmailLogin' } })
    set(showToastAtom, get(translateAtom)('login.open-failed'), 'error')
  }
})

/** The session whose user logs in again, because the server requires a recent login. */
const repeatedAtom = atom<EmbeddedSession | undefined>(undefined)

/** The next login is one of the current user again: it replaces the session, and nothing else follows. */
export const repeatLoginAtom = atom(null, (get, set) => set(repeatedAtom, get(embeddedSessionAtom)))

/** Mounted by the view that has the user log in again: later logins are other ones. */
export const resetRepeatedLoginAtom = resetOnUnmountAtom((_get, set) => set(repeatedAtom, undefined))

/** Ends a session at the server that was not started here. Its user has not logged out, so the spending limits stay. */
const discardAtom = atom(null, async (get, _set, session: EmbeddedSession): Promise<void> => {
  try {
    const input = { params: {}, query: {}, body: { keepsSpendingLimits: true } }
    await get(embeddedApiAtom).call(postEmbeddedSignOut, input, session)
  } catch (cause) {
    get(portsAtom).log('The session of another user could not be ended', cause)
  }
})

/**
 * Uses a login: starts its session, for which the login is a step-up, and continues. Resolves to false if the user was to log
 * in again, and this is another user; the former session stays.
 */
export const completeLoginAtom = atom(null, async (get, set, session: EmbeddedSession): Promise<boolean> => {
  const repeated = get(repeatedAtom)
  const isRepeated = repeated !== undefined
  if (isRepeated && repeated.account.userId !== session.account.userId) {
    void set(discardAtom, session)
    return false
  }
  set(repeatedAtom, undefined)
  await set(startEmbeddedSessionAtom, session)
  set(clearPendingLoginsAtom)
  set(stepUpAtom, session.token)
  if (!isRepeated) void set(continueAfterLoginAtom)
  return true
})
