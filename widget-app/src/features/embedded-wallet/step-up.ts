import { postStepUpAttempt, postStepUpCode } from '#shared/api/embedded-wallet.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession } from '#widget/domain/embedded-wallet/session-calls.ts'
import { isAccepted, keysProofAtom, stepUpAtom } from '#widget/domain/embedded-wallet/session-proofs.ts'
import { atom, type Getter, type Setter } from '#widget/lib/state.ts'
import { type CodeForm, createCodeForm } from './code-form.ts'

/** The user's current address; undefined if the user has none, or is not logged in. */
export const currentEmailAtom = atom(
  (get) => get(embeddedSessionAtom)?.account.identities.find(({ provider }) => provider === 'email')?.name,
)

/**
 * How the user is proved for a change of the account: by a code to the address, by another `login` without an address, then by
 * the wallet's `keys`, if there is a wallet. Undefined: the server accepts the proofs that were given.
 */
export type RequiredProof = 'code' | 'login' | 'keys'

/** The proof that the server requires next for a change of the account. */
export function requiredProof(get: Getter): RequiredProof | undefined {
  if (!isAccepted(get, stepUpAtom)) return get(currentEmailAtom) === undefined ? 'login' : 'code'
  const hasWallet = get(embeddedSessionAtom)?.account.accounts !== undefined
  return hasWallet && !isAccepted(get, keysProofAtom) ? 'keys' : undefined
}

/**
 * The proof that the server requires after it rejected a change with 403. Undefined: it rejects proofs that it should accept;
 * they are forgotten, so that the next attempt proves the user again.
 */
export function proofAfterRejection(get: Getter, set: Setter): RequiredProof | undefined {
  const required = requiredProof(get)
  if (required === undefined) {
    set(stepUpAtom, undefined)
    set(keysProofAtom, undefined)
  }
  return required
}

/** The code to the user's address that proves the user again, before a change of the account. */
export const createStepUpCode = (onProved: (get: Getter, set: Setter) => void): CodeForm =>
  createCodeForm({
    send: (get, set) =>
      callWithSession(get, set, (client, session) =>
        client.call(postStepUpCode, { params: {}, query: {}, body: {} }, session),
      ),
    attempt: (get, set, { id, code }) =>
      callWithSession(get, set, async (client, session) => {
        await client.call(postStepUpAttempt, { params: { id }, query: {}, body: { code } }, session)
        set(stepUpAtom, session.token)
      }),
    accept: onProved,
  })
