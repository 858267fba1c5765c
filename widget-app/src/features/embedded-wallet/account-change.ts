import type { IdentityProvider } from '#shared/api/embedded-account.ts'
import { postUserDeletion } from '#shared/api/embedded-identities.ts'
import { postDeviceRevocation, postEnvelopeRevocation } from '#shared/api/embedded-wallet.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { dropEmbeddedSessionAtom, updateEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession, refreshEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, type Getter, resetOnUnmountAtom, type Setter } from '#widget/lib/state.ts'
import { devicesAtom, eventsAtom } from './account-lists.ts'
import type { ChangeFailure } from './change-failure.ts'
import { unlinkLoginAtom } from './logins.ts'
import { type SendProblem, sendProblemOf } from './send-problem.ts'
import { createStepUpCode, currentEmailAtom, proofAfterRejection } from './step-up.ts'

/** A device to remove; `holdsKeys`: it is a vault, elsewhere or in this browser. */
export type RemovedDevice = {
  readonly id: string
  readonly name: string
  readonly holdsKeys: false | 'elsewhere' | 'here'
}

/** A recovery code to remove: the id of its envelope. */
export type RemovedCode = { readonly id: string; readonly createdAtMs: number }

/** A login to remove, as the user knows it. */
export type UnlinkedLogin = { readonly provider: IdentityProvider; readonly name: string }

/** A change that the server makes only for a proved user. */
export type AccountChange =
  | { readonly is: 'remove-device'; readonly device: RemovedDevice }
  | { readonly is: 'remove-code'; readonly code: RemovedCode }
  | { readonly is: 'link-login'; readonly provider: SocialId }
  | { readonly is: 'unlink-login'; readonly login: UnlinkedLogin }
  | { readonly is: 'delete-account' }
  /** Of a user who has lost every key of the wallet. */
  | { readonly is: 'request-deletion' }

/** Progress of a change: the user confirms it, then proves to be its user as far as the server requires it. */
export type ChangeState =
  | { readonly is: 'none' }
  | {
      readonly is: 'confirming'
      readonly change: AccountChange
      /** Why no code was sent. */
      readonly sendProblem?: SendProblem | undefined
      readonly failure?: ChangeFailure
    }
  | { readonly is: 'running'; readonly change: AccountChange }
  /** A code was sent to the user's address. */
  | { readonly is: 'code'; readonly change: AccountChange }
  /** The server requires a recent login, of a user without an address. */
  | { readonly is: 'login'; readonly change: AccountChange }
  /** The server requires a proof by the wallet's keys. */
  | { readonly is: 'keys'; readonly change: AccountChange }

const stateAtom = atom<ChangeState>({ is: 'none' })

export const accountChangeAtom = atom((get) => get(stateAtom))

/** Why a change was not made, if the status of the response does not state it. */
class ChangeFailedError extends Error {
  readonly failure: ChangeFailure
  constructor(failure: ChangeFailure) {
    super(failure.is)
    this.failure = failure
  }
}

/** Revokes a device or a code. One that the server does not know any more is revoked. */
async function revoke(
  set: Setter,
  change: Extract<AccountChange, { is: 'remove-device' | 'remove-code' }>,
  client: DpopClient,
  session: { readonly token: string },
): Promise<void> {
  const input = (id: string) => ({ params: { id }, query: {}, body: {} })
  try {
    if (change.is === 'remove-device') {
      await client.call(postDeviceRevocation, input(change.device.id), session)
      return
    }
    const { account } = await client.call(postEnvelopeRevocation, input(change.code.id), session)
    set(updateEmbeddedAccountAtom, session.token, account)
  } catch (cause) {
    if (httpStatusOf(cause) !== 404) throw cause
    if (change.is === 'remove-code') await set(refreshEmbeddedAccountAtom)
  }
}

/** Makes the change at the server; resolves to what shows how a link continues. */
async function callServer(
  get: Getter,
  set: Setter,
  change: AccountChange,
): Promise<(() => void) | undefined> {
  if (change.is === 'link-login') {
    const { prepareLinkAtom } = await import('./link-login.ts')
    return set(prepareLinkAtom, change.provider)
  }
  if (change.is === 'unlink-login') {
    await set(unlinkLoginAtom, change.login.provider)
    return undefined
  }
  if (change.is === 'request-deletion') {
    const { requestDeletionAtom } = await import('./request-deletion.ts')
    const failure = await set(requestDeletionAtom)
    if (failure !== undefined) throw new ChangeFailedError(failure)
    return undefined
  }
  await callWithSession(get, set, async (client, session) => {
    if (change.is !== 'delete-account') return revoke(set, change, client, session)
    await client.call(postUserDeletion, { params: {}, query: {}, body: { confirm: 'delete' } }, session)
    // Without the session the source of the wallet has no accounts, and disconnects.
    set(dropEmbeddedSessionAtom, session.token)
  })
  return undefined
}

/** Only a status from 400 to 499 proves that the server made no change: calls that change something are not repeated. */
function failureOf(change: AccountChange, cause: unknown): ChangeFailure {
  if (cause instanceof ChangeFailedError) return cause.failure
  const details = errorDetails(cause)
  const status = httpStatusOf(cause) ?? 0
  if (status === 409 && change.is === 'unlink-login') return { is: 'last-login', details }
  if (status >= 400 && status < 500) return { is: 'rejected', details }
  return { is: change.is === 'link-login' ? 'unreached' : 'unknown', details }
}

/** Makes no attempt to prove the user again, which would not help. Reloads an account that may not be as it is shown. */
function failedState(get: Getter, set: Setter, change: AccountChange, cause: unknown): ChangeState {
  if (httpStatusOf(cause) === 429)
    return { is: 'confirming', change, sendProblem: sendProblemOf(cause, get(portsAtom).clock.now()) }
  const failure = failureOf(change, cause)
  if (failure.is === 'unknown' || failure.is === 'last-login') void set(refreshEmbeddedAccountAtom)
  return { is: 'confirming', change, failure }
}

const doneTexts = {
  'remove-device': 'wallet-settings.removed',
  'remove-code': 'wallet-settings.code-removed',
  'unlink-login': 'logins.removed',
  'request-deletion': 'deletion.requested',
} as const

/** Shows that a change is done. */
const finishAtom = atom(null, (get, set, change: AccountChange) => {
  const t = get(translateAtom)
  if (change.is === 'delete-account') {
    set(viewStackAtom, { to: 'reset', view: { name: 'Connect' } })
    set(showToastAtom, t('wallet-settings.deleted'), 'success')
    return
  }
  // The user continues in the window of the service, or with the phone.
  if (change.is === 'link-login') return
  set(showToastAtom, t(doneTexts[change.is]), 'success')
  if (change.is === 'remove-device') void set(devicesAtom)
  void set(eventsAtom)
})

/** The next state after the server rejected a change because the user has to be proved. */
async function proofState(
  get: Getter,
  set: Setter,
  change: AccountChange,
  details: ErrorDetails,
): Promise<ChangeState> {
  const proof = proofAfterRejection(get, set)
  if (proof === undefined) return { is: 'confirming', change, failure: { is: 'unproved', details } }
  if (proof !== 'code') return { is: proof, change }
  if (await set(changeCode.sendAtom, get(currentEmailAtom) ?? '')) return { is: 'code', change }
  const form = get(changeCode.stateAtom)
  return { is: 'confirming', change, sendProblem: form.is === 'unsent' ? form.sendProblem : undefined }
}

/** Makes the change that the user has confirmed; what the server requires first is the next state. Never rejects. */
export const runChangeAtom = atom(null, async (get, set): Promise<void> => {
  const former = get(stateAtom)
  if (former.is === 'none' || former.is === 'running') return
  const { change } = former
  const running: ChangeState = { is: 'running', change }
  set(stateAtom, running)
  try {
    const showLink = await callServer(get, set, change)
    // The user may have left it, and begun another one.
    if (get(stateAtom) === running) {
      set(stateAtom, { is: 'none' })
      showLink?.()
    }
    set(finishAtom, change)
  } catch (cause) {
    if (get(stateAtom) !== running) return
    const next: ChangeState =
      httpStatusOf(cause) === 403
        ? await proofState(get, set, change, errorDetails(cause))
        : failedState(get, set, change, cause)
    if (get(stateAtom) === running) set(stateAtom, next)
  }
})

/** The code that proves the user; the change continues once it is right. */
export const changeCode = createStepUpCode((_get, set) => void set(runChangeAtom))

/** Asks the user to confirm a change. */
export const openChangeAtom = atom(null, (_get, set, change: AccountChange) =>
  set(stateAtom, { is: 'confirming', change }),
)

/** Leaves the change; a response to a pending call is not awaited any more. */
export const cancelChangeAtom = atom(null, (_get, set) => {
  set(stateAtom, { is: 'none' })
  set(changeCode.resetAtom)
})

/** Mounted by the view: a change ends when the user leaves it. */
export const resetChangeAtom = resetOnUnmountAtom((_get, set) => {
  set(stateAtom, { is: 'none' })
  set(changeCode.resetAtom)
})
