import {
  postPasskeyLogin,
  postPasskeyLoginChallenge,
  postPasskeySignUp,
} from '#shared/api/embedded-passkeys.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { type Authenticator, createCredential, readCredential } from './authenticator.ts'
import { throwRejection } from './passkeys.ts'

const noInput = { params: {}, query: {} } as const

/**
 * Logs in with a passkey of this relying party.
 * @param allowed id of the passkey to use; by default any.
 * @throws PasskeyCancelledError, PasskeyUnknownError, PasskeyCopiedError; as the calls
 */
export async function logInByPasskey(client: DpopClient, authenticator: Authenticator, allowed?: string) {
  const challenge = await client.call(postPasskeyLoginChallenge, { ...noInput, body: { purpose: 'log-in' } })
  const credentials = allowed === undefined ? [] : [{ id: allowed, transports: [] }]
  const { assertion, output } = await readCredential(authenticator, { ...challenge, credentials })
  const opened = await client
    .call(postPasskeyLogin, { ...noInput, body: { assertion } })
    .catch(throwRejection)
  return { opened, passkey: { id: assertion.id, output } }
}

/**
 * Creates a passkey for a new user, which the server does not know yet.
 * @returns also the output of its `prf` extension, which the caller erases.
 * @throws PasskeyCancelledError; as the calls
 */
export async function createSignUp(client: DpopClient, authenticator: Authenticator, name: string) {
  const challenge = await client.call(postPasskeyLoginChallenge, { ...noInput, body: { purpose: 'sign-up' } })
  const { registration, output } = await createCredential(authenticator, challenge, name)
  return { signUp: { name, rpId: challenge.rpId, registration }, output }
}

/** A passkey that was created for a new user. */
export type SignUp = Awaited<ReturnType<typeof createSignUp>>['signUp']

/**
 * Creates the user who logs in with a new passkey. May be repeated after a lost response: the server uses the challenge once, and rejects
 * the repeated request with 400 if it has handled the first one. @throws as the call
 */
export const signUpByPasskey = (client: DpopClient, { name, registration }: SignUp) =>
  client.call(postPasskeySignUp, { ...noInput, body: { registration, name } })
