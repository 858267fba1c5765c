import { postEmailAttempt, postEmailCode } from '#shared/api/embedded-identities.ts'
import { updateEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession } from '#widget/domain/embedded-wallet/session-calls.ts'
import { stepUpAtom } from '#widget/domain/embedded-wallet/session-proofs.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { atom, type Getter, resetOnUnmountAtom, type Setter } from '#widget/lib/state.ts'
import { addRecentEmailAtom, readAddressAtom, siteAtom } from './address.ts'
import { createCodeForm } from './code-form.ts'
import { createStepUpCode, currentEmailAtom, proofAfterRejection, requiredProof } from './step-up.ts'

/** Step of the change: the user is proved by a code to the former address, then the new address by another one. */
export type UpdateStep =
  /** `isExpired`: the former proof of the user is too old. */
  | { readonly is: 'start'; readonly isExpired?: boolean }
  | { readonly is: 'former-code' }
  | { readonly is: 'new-address'; readonly problem?: 'invalid' | 'taken' }
  | { readonly is: 'new-code' }
  /** The server requires a recent login, of a user without an address. */
  | { readonly is: 'needs-login' }
  /** The server requires a proof by the wallet's keys, which only the vault has. */
  | { readonly is: 'needs-keys' }
  | { readonly is: 'done' }

const stepStateAtom = atom<UpdateStep>({ is: 'start' })
const newEmailStateAtom = atom('')

export const updateStepAtom = atom((get) => get(stepStateAtom))
/** The address that the user has entered. */
export const newEmailAtom = atom((get) => get(newEmailStateAtom))

/** The step after a rejection with 403: the proof of the user is too old, or another one is needed. */
function stepAfterRejection(get: Getter, set: Setter): UpdateStep {
  const proof = proofAfterRejection(get, set)
  if (proof === 'keys' || proof === 'login') return { is: `needs-${proof}` }
  return { is: 'start', isExpired: true }
}

/** The code to the former address. */
export const formerCode = createStepUpCode((_get, set) => set(stepStateAtom, { is: 'new-address' }))

/** Runs a call of the change; returns the next step if the server rejects it for a reason that another step resolves. */
async function stepOrResult<T>(
  get: Getter,
  set: Setter,
  call: Promise<T>,
): Promise<{ step: UpdateStep } | { result: T }> {
  try {
    return { result: await call }
  } catch (cause) {
    const status = httpStatusOf(cause)
    if (status === 403) return { step: stepAfterRejection(get, set) }
    if (status === 409) return { step: { is: 'new-address', problem: 'taken' } }
    throw cause
  }
}

const attemptChange = (
  get: Getter,
  set: Setter,
  { id, code }: { readonly id: string; readonly code: string },
) =>
  callWithSession(get, set, async (client, session) => {
    const input = { params: { id }, query: {}, body: { code } }
    const { account } = await client.call(postEmailAttempt, input, session)
    set(updateEmbeddedAccountAtom, session.token, account)
  })

/** The code to the new address. */
export const newCode = createCodeForm({
  send: async (get, set, email) => {
    const input = { params: {}, query: {}, body: { email, site: get(siteAtom) } }
    try {
      const sent = await callWithSession(get, set, (client, session) =>
        client.call(postEmailCode, input, session),
      )
      set(addRecentEmailAtom, email)
      return sent
    } catch (cause) {
      if (httpStatusOf(cause) === 403) set(stepStateAtom, stepAfterRejection(get, set))
      throw cause
    }
  },
  attempt: (get, set, attempt) => stepOrResult(get, set, attemptChange(get, set, attempt)),
  accept: (_get, set, outcome) => set(stepStateAtom, 'step' in outcome ? outcome.step : { is: 'done' }),
})

/** Begins the change: has a code sent to the former address; a user without one is proved by another login and the keys. */
export const beginUpdateAtom = atom(null, async (get, set): Promise<void> => {
  const email = get(currentEmailAtom)
  if (email === undefined) return set(continueUpdateAtom)
  if (await set(formerCode.sendAtom, email)) set(stepStateAtom, { is: 'former-code' })
})

/** Has a code sent to a typed address. */
export const submitNewEmailAtom = atom(null, async (get, set, typed: string): Promise<void> => {
  if (get(newCode.stateAtom).is === 'sending') return
  const email = set(readAddressAtom, typed)
  if (email === undefined) return set(stepStateAtom, { is: 'new-address', problem: 'invalid' })
  set(newEmailStateAtom, email)
  set(stepStateAtom, { is: 'new-address' })
  set(newCode.resetAtom)
  if (await set(newCode.sendAtom, email)) set(stepStateAtom, { is: 'new-code' })
  // The rejection is shown by another step.
  else if (get(stepStateAtom).is !== 'new-address') set(newCode.resetAtom)
})

/** Shows the form for the new address again; typing clears the last problem. */
export const editNewEmailAtom = atom(null, (get, set) => {
  set(stepStateAtom, { is: 'new-address' })
  if (get(newCode.stateAtom).is !== 'sending') set(newCode.resetAtom)
})

/** Continues once a proof of the user was given: with the next one, or the new address, which is sent if it was entered. */
export const continueUpdateAtom = atom(null, async (get, set): Promise<void> => {
  const email = get(newEmailStateAtom)
  if (email !== '') return set(submitNewEmailAtom, email)
  const proof = requiredProof(get)
  // The login that was given is too old by now: the view asks for another one.
  if (proof === 'login') set(stepUpAtom, undefined)
  if (proof === 'keys' || proof === 'login') set(stepStateAtom, { is: `needs-${proof}` })
  else set(editNewEmailAtom)
})

/** Mounted by the view: a change begins anew when the user returns to it. */
export const resetUpdateAtom = resetOnUnmountAtom((_get, set) => {
  set(stepStateAtom, { is: 'start' })
  set(newEmailStateAtom, '')
  set(formerCode.resetAtom)
  set(newCode.resetAtom)
})
