import { postStepUpAttempt, postStepUpCode } from '#shared/api/embedded-wallet.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession } from '#widget/domain/embedded-wallet/session-calls.ts'
import { atom, type Getter, type Setter } from '#widget/lib/state.ts'
import { type CodeForm, createCodeForm } from './code-form.ts'

/** The server accepts a step-up for 5 min; a margin for the time that the calls take. */
const stepUpLifetimeMs = 290_000

const steppedUpAtMsAtom = atom(0)

/** The user's current address; undefined if the user has none, or is not logged in. */
export const currentEmailAtom = atom(
  (get) => get(embeddedSessionAtom)?.account.identities.find(({ provider }) => provider === 'email')?.name,
)

/** Whether the user has been proved so lately that the server still accepts it. */
export const isSteppedUp = (get: Getter): boolean =>
  get(portsAtom).clock.now() - get(steppedUpAtMsAtom) < stepUpLifetimeMs

/** Whether a call that was rejected with 403 needs a proof by the wallet's keys, which only the vault has. */
export const needsKeys = (get: Getter): boolean =>
  get(embeddedSessionAtom)?.account.accounts !== undefined && isSteppedUp(get)

/** The code to the user's address that proves the user again, before a change of the account. */
export const createStepUpCode = (onProved: (get: Getter, set: Setter) => void): CodeForm =>
  createCodeForm({
    send: (get, set) =>
      callWithSession(get, set, (client, session) =>
        client.call(postStepUpCode, { params: {}, query: {}, body: {} }, session),
      ),
    attempt: (get, set, { id, code }) =>
      callWithSession(get, set, (client, session) =>
        client.call(postStepUpAttempt, { params: { id }, query: {}, body: { code } }, session),
      ),
    accept: (get, set) => {
      set(steppedUpAtMsAtom, get(portsAtom).clock.now())
      onProved(get, set)
    },
  })
