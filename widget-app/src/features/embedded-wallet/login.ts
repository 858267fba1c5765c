import { postLoginAttempt, postLoginCode } from '#shared/api/embedded-wallet.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { goBackAtom, viewDirectionAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { completeLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import {
  addPendingLoginAtom,
  type PendingCode,
  pendingLogins,
  removePendingLoginAtom,
} from '#widget/domain/embedded-wallet/pending-logins.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { refreshEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import { atom } from '#widget/lib/state.ts'
import { addRecentEmailAtom, readAddressAtom, siteAtom } from './address.ts'
import { createCodeForm } from './code-form.ts'

/** The code that logs in. A login that the user has left is discarded: its token is not stored. */
export const loginCode = createCodeForm({
  send: async (get, set, email) => {
    const input = { params: {}, query: {}, body: { email, site: get(siteAtom) } }
    const sent = await get(embeddedApiAtom).call(postLoginCode, input)
    set(addRecentEmailAtom, email)
    return sent
  },
  attempt: (get, _set, { id, code }) =>
    get(embeddedApiAtom).call(postLoginAttempt, {
      ...{ params: { id }, query: {} },
      body: { code, site: get(siteAtom) },
    }),
  accept: async (_get, set, { token, account }) => void (await set(completeLoginAtom, { token, account })),
  onSent: (_get, set, { id, email, resendAtMs }, expiresAtMs) =>
    void set(addPendingLoginAtom, { is: 'code', id, email, resendAtMs, expiresAtMs }),
  onOver: (_get, set, id) => set(removePendingLoginAtom, id),
})

const isInvalidStateAtom = atom(false)

/** Whether the address that was submitted last is invalid. */
export const isAddressInvalidAtom = atom((get) => get(isInvalidStateAtom))

/** Typing clears the last failure, and discards a login that the server has not answered yet. */
export const editAddressAtom = atom(null, (get, set) => {
  set(isInvalidStateAtom, false)
  const { is } = get(loginCode.stateAtom)
  if (is === 'unsent' || is === 'checking') set(loginCode.resetAtom)
})

/**
 * Has a code sent to a typed address, and shows the form for it. A code that was just sent to this address is not sent again:
 * the server would reject that.
 */
export const submitAddressAtom = atom(null, async (get, set, typed: string): Promise<void> => {
  if (get(loginCode.stateAtom).is === 'sending') return
  const email = set(readAddressAtom, typed)
  set(isInvalidStateAtom, email === undefined)
  if (email === undefined) return
  const sent = get(loginCode.sentAtom)
  const isJustSent = sent?.email === email && get(portsAtom).clock.now() < sent.resendAtMs
  if (!isJustSent) {
    set(loginCode.resetAtom)
    if (!(await set(loginCode.sendAtom, email))) return
  }
  set(viewStackAtom, { to: 'push', view: { name: 'EmailLoginCode' } })
})

/**
 * Mounted by the form for the address: continues with the code that was sent last, also by a page that the browser has
 * discarded since. Not if the user has come back from the code; once this page has sent a code, only with that one.
 */
export const resumedCodeAtom = atom(
  () => undefined,
  (get, set) => {
    set(removePendingLoginAtom)
    if (get(viewDirectionAtom) === 'back') return
    const own = get(loginCode.sentAtom)
    const pending = pendingLogins(get).find(
      (login): login is PendingCode => login.is === 'code' && (own === undefined || login.id === own.id),
    )
    if (!pending) return
    set(loginCode.restoreAtom, pending)
    set(viewStackAtom, { to: 'push', view: { name: 'EmailLoginCode' } })
  },
)
resumedCodeAtom.onMount = (resume) => resume()

/** Returns from the code to the address, which another page does not skip any more. */
export const changeAddressAtom = atom(null, (get, set): void => {
  set(trackEventAtom, { event: 'EMAIL_EDIT', properties: {} })
  set(removePendingLoginAtom, get(loginCode.sentAtom)?.id)
  set(goBackAtom)
})

/** The session of an earlier visit; checked with the server when the view that shows it mounts. */
export const resumedSessionAtom = atom(
  (get) => get(embeddedSessionAtom),
  (_get, set) => set(refreshEmbeddedAccountAtom),
)
resumedSessionAtom.onMount = (check) => {
  void check()
}

/** Mounted by a view whose button opens the vault: loads what opens it. */
export const preparedVaultAtom = atom(
  () => undefined,
  (get) => {
    const { flows, log } = get(portsAtom)
    flows.loadEmbeddedWallet().catch((cause: unknown) => log('The vault cannot be opened yet', cause))
  },
)
preparedVaultAtom.onMount = (prepare) => prepare()
