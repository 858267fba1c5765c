import {
  postPasskey,
  postPasskeyAssertion,
  postPasskeyChallenge,
  postPasskeyLogin,
  postPasskeyLoginChallenge,
  postPasskeyRemoval,
  postPasskeySignUp,
} from '../../../../shared/api/embedded-passkeys.ts'
import type { PasskeyAssertion, PasskeyRegistration } from '../../ports/passkeys.ts'
import type { StoredPasskey } from '../../ports/stores/passkeys.ts'
import { auditEvent } from '../embedded/audit.ts'
import type { Ceremony } from '../embedded/challenges.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { noProof } from '../embedded/sessions.ts'
import { HttpError } from '../http-error.ts'
import { openRoute, type Route } from './route.ts'

const hourMs = 60 * 60_000
/** New users of one client per hour. */
const signUpsPerClient = 20
/** Passkeys of a user. */
const passkeyLimit = 10

const invalidResponse = () => new HttpError(400, 'The response of the passkey is not valid')
const copiedPasskey = () => new HttpError(409, 'The count of the passkey has not grown')
const unknownPasskey = () => new HttpError(404, 'There is no such passkey')

type ExpectedCeremony = Parameters<EmbeddedWallet['challenges']['consume']>[1]

/** Passkeys: what they register, prove and open. Only the vault runs ceremonies. */
export function embeddedPasskeyRoutes(wallet: EmbeddedWallet): readonly Route[] {
  const { proofs, sessions, passkeys, passkeyVerifier, challenges, users, accountOf, limit, clock } = wallet

  /** The new passkey of a registration, and the user whom its challenge was for. @throws HttpError 400 */
  async function readRegistration(
    registration: PasskeyRegistration,
    ceremony: ExpectedCeremony,
    name: string,
  ): Promise<StoredPasskey> {
    const challenge = passkeyVerifier.challengeOf(registration.clientDataJSON)
    const userId = challenge && (await challenges.consume(challenge, ceremony))
    if (!challenge || !userId) throw invalidResponse()
    const passkey = await passkeyVerifier.verifyRegistration(registration, challenge)
    if (passkey === undefined) throw invalidResponse()
    return { ...passkey, userId, name, createdAtMs: clock() }
  }

  /**
   * The passkey of an assertion, and what the assertion changes.
   * @throws HttpError 400, 404, 409
   */
  async function readAssertion(assertion: PasskeyAssertion, ceremony: Ceremony) {
    const challenge = passkeyVerifier.challengeOf(assertion.clientDataJSON)
    const userId = challenge && (await challenges.consume(challenge, ceremony))
    if (!challenge || userId === undefined) throw invalidResponse()
    const passkey = await passkeys.find(assertion.id)
    if (passkey === undefined || (userId !== '' && passkey.userId !== userId)) throw unknownPasskey()
    const verified = await passkeyVerifier.verifyAssertion(assertion, challenge, passkey)
    if (verified.is !== 'valid') throw verified.is === 'copied' ? copiedPasskey() : invalidResponse()
    return { passkey, change: verified.change }
  }

  const credentialsOf = async (userId: string) =>
    (await passkeys.list(userId)).map(({ id, transports }) => ({ id, transports: [...transports] }))

  return [
    openRoute(postPasskeyChallenge, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, device } = session
      const { purpose } = call.body
      return {
        challenge: encodeText(
          challenges.create({ purpose, userId: user.id, keyThumbprint: device.keyThumbprint }),
        ),
        ...{ rpId: passkeyVerifier.rpId, userId: user.id, credentials: await credentialsOf(user.id) },
      }
    }),

    openRoute(postPasskeyLoginChallenge, async (call) => {
      const keyThumbprint = await proofs.verify(call)
      const { purpose } = call.body
      if (purpose === 'sign-up') await limit(`sign-ups of client ${call.client}`, signUpsPerClient, hourMs)
      const userId = purpose === 'sign-up' ? crypto.randomUUID() : ''
      return {
        challenge: encodeText(challenges.create({ purpose, userId, keyThumbprint })),
        ...{ rpId: passkeyVerifier.rpId, credentials: [] },
        ...(userId !== '' && { userId }),
      }
    }),

    openRoute(postPasskey, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      sessions.requireControl(session)
      const { user, device } = session
      const { registration, name } = call.body
      const ceremony = {
        ...{ purpose: 'register' as const, keyThumbprint: device.keyThumbprint, userId: user.id },
      }
      const passkey = await readRegistration(registration, ceremony, name)
      const audit = auditEvent('passkey-added', passkey.id, { client: call.client, nowMs: clock() })
      const result = await passkeys.add(passkey, passkeyLimit, audit)
      if (result === 'taken') throw new HttpError(409, 'This passkey is registered')
      if (result === 'full') throw new HttpError(413, 'There are as many passkeys as a user can have')
      return { account: await accountOf(user) }
    }),

    openRoute(postPasskeyAssertion, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, device } = session
      const ceremony = {
        ...{ purpose: 'assert' as const, keyThumbprint: device.keyThumbprint, userId: user.id },
      }
      const { passkey, change } = await readAssertion(call.body.assertion, ceremony)
      const audit = auditEvent('passkey-asserted', passkey.id, { client: call.client, nowMs: clock() })
      if (!(await passkeys.recordAssertion(passkey, change, session, audit))) throw invalidResponse()
      return {}
    }),

    openRoute(postPasskeyLogin, async (call) => {
      const keyThumbprint = await sessions.verifyVault(call)
      const ceremony = { purpose: 'log-in', keyThumbprint, userId: '' } as const
      const { passkey, change } = await readAssertion(call.body.assertion, ceremony)
      const at = { client: call.client, nowMs: clock() }
      if (!(await passkeys.recordAssertion(passkey, change, undefined, auditEvent('login', 'passkey', at))))
        throw invalidResponse()
      const { token, session } = sessions.create(
        { kind: 'vault', site: undefined },
        keyThumbprint,
        call.header,
        {
          steppedUpAtMs: at.nowMs,
          assertion: { atMs: at.nowMs, passkeyId: passkey.id },
          walletProvedAtMs: undefined,
        },
      )
      const audit = auditEvent('vault-opened', 'passkey', at)
      const user = await users.openSession(passkey.userId, session, { isByTicket: false }, audit)
      if (user === undefined) throw unknownPasskey()
      return { token, isNew: false, account: await accountOf(user) }
    }),

    openRoute(postPasskeySignUp, async (call) => {
      const keyThumbprint = await sessions.verifyVault(call)
      const { registration, name } = call.body
      const passkey = await readRegistration(registration, { purpose: 'sign-up', keyThumbprint }, name)
      const { token, session } = sessions.create(
        { kind: 'vault', site: undefined },
        keyThumbprint,
        call.header,
        { ...noProof, steppedUpAtMs: clock() },
      )
      const user = await passkeys.signUp(
        { id: passkey.userId, walletId: crypto.randomUUID() },
        passkey,
        session,
        auditEvent('login', 'passkey', { client: call.client, nowMs: clock() }),
      )
      if (user === undefined) throw new HttpError(409, 'This passkey is registered')
      return { token, isNew: true, account: await accountOf(user) }
    }),

    openRoute(postPasskeyRemoval, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      sessions.requireControl(session)
      const { user } = session
      const { id } = call.body
      const audit = auditEvent('passkey-removed', id, { client: call.client, nowMs: clock() })
      const result = await passkeys.remove(session, id, audit)
      if (result === 'unknown') throw unknownPasskey()
      if (result === 'last') throw new HttpError(409, 'This is the last way to log in')
      return { account: await accountOf(user) }
    }),
  ]
}

const encodeText = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
