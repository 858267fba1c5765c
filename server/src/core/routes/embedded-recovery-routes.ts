import {
  getRecovery,
  postRecovery,
  postRecoveryCancellation,
  postRecoveryCode,
  postRecoveryCompletion,
  postRecoveryKey,
  type RecoveryRequest,
} from '../../../../shared/api/embedded-recovery.ts'
import type { EmbeddedSession } from '../../ports/stores/embedded-users.ts'
import type { StoredEnvelope } from '../../ports/stores/envelopes.ts'
import type { StoredRecovery } from '../../ports/stores/recoveries.ts'
import { auditEvent } from '../embedded/audit.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { loginCounter } from '../embedded/login-counter.ts'
import { HttpError, notConfigured } from '../http-error.ts'
import { envelopeKeyContext } from '../reseal-keys.ts'
import { codeLifetimeMs } from '../secrets.ts'
import { keysPerHour } from './embedded-envelope-routes.ts'
import { openRoute, type Route } from './route.ts'

const hourMs = 3_600_000
/** Requests of a user per day. */
const recoveriesPerDay = 5

const codeMail = (code: string) => ({
  subject: `${code} requests the recovery of your wallet`,
  text: `Your code is ${code}. It requests that the operator helps to bring your wallet to a new device, and is valid for ${codeLifetimeMs / 60_000} minutes.\n\nEnter it only in your wallet's own window. The operator never asks for it by phone or e-mail.\n\nIf you did not request it, another person is logged in to your account: log in, and remove devices that you do not know.\n`,
})

/** Purpose of a code for a request: it is neither a login nor a step-up. */
const purposeOf = (userId: string): string => `recovery ${userId}`

/**
 * Recovery with the operator's help. A request needs a code sent by e-mail, waits for 72 hours, and gives the server key of its envelope to
 * the device that asked only, once the operator has answered.
 */
export function embeddedRecoveryRoutes({
  sessions,
  codes,
  envelopes,
  recoveries,
  recoveryKey,
  accountOf,
  limit,
  secrets,
  clock,
}: EmbeddedWallet): readonly Route[] {
  /** @throws HttpError 501 */
  function requireKey(): string {
    if (recoveryKey === undefined) throw notConfigured('assisted recovery')
    return recoveryKey.publicKey
  }

  const seenBy = ({ device }: EmbeddedSession, recovery: StoredRecovery): RecoveryRequest => ({
    ...{ id: recovery.id, name: recovery.deviceName, isOwn: recovery.deviceId === device.id },
    ...{ publicKey: recovery.publicKey, requestedAtMs: recovery.requestedAtMs },
    ...{ opensAtMs: recovery.opensAtMs, expiresAtMs: recovery.expiresAtMs },
    ...{ isAnswered: recovery.answer !== undefined, nowMs: clock() },
  })

  /** The newest envelope that the operator can open. @throws HttpError 404 */
  async function requireAssisted(userId: string): Promise<StoredEnvelope> {
    const found = (await envelopes.list(userId)).findLast(
      ({ kind, isComplete }) => kind === 'assisted' && isComplete,
    )
    if (found === undefined) throw new HttpError(404, 'The operator cannot open this wallet')
    return found
  }

  return [
    openRoute(getRecovery, async (call) => {
      const operatorKey = requireKey()
      const session = await sessions.require(call)
      const found = await recoveries.find(session.user.id)
      return { operatorKey, ...(found && { request: seenBy(session, found) }) }
    }),

    openRoute(postRecoveryCode, async (call) => {
      requireKey()
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, device } = session
      await requireAssisted(user.id)
      await recoveries.requireNone(user.id)
      const [email] = await recoveries.addressesOf(user.id)
      if (email === undefined) throw new HttpError(404, 'The user has no e-mail address')
      const requester = {
        ...{ keyThumbprint: device.keyThumbprint, purpose: purposeOf(user.id) },
        ...{ email, isKnown: true },
      }
      return codes.send(requester, call.client, codeMail)
    }),

    openRoute(postRecovery, async (call) => {
      requireKey()
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, device } = session
      const { codeId, code, publicKey } = call.body
      const envelope = await requireAssisted(user.id)
      await recoveries.requireNone(user.id)
      await limit(`recoveries of ${user.id}`, recoveriesPerDay, 24 * hourMs)
      const { email } = await codes.verify(
        { id: codeId, code },
        { keyThumbprint: device.keyThumbprint, purpose: purposeOf(user.id) },
        async () => true,
      )
      // The code proves an address of now: it may have been replaced since the code was sent.
      if (!(await recoveries.addressesOf(user.id)).includes(email))
        throw new HttpError(404, 'The code is unknown or expired')
      const request = await recoveries.request(session, { envelopeId: envelope.id, publicKey }, call.client)
      return { request: seenBy(session, request) }
    }),

    openRoute(postRecoveryCancellation, async (call) => {
      requireKey()
      const { user } = await sessions.require(call)
      await recoveries.cancel(user.id, call.param('id'), call.client)
      return { account: await accountOf(user) }
    }),

    openRoute(postRecoveryKey, async (call) => {
      requireKey()
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, absoluteExpiresAtMs } = session
      const { envelopeId, answer } = await recoveries.requireAnswered(session, call.param('id'))
      sessions.requireStepUp(session)
      await limit(loginCounter('envelope keys', user.id, absoluteExpiresAtMs), keysPerHour, hourMs)
      const audit = auditEvent('envelope-key-released', envelopeId, { client: call.client, nowMs: clock() })
      const released = await envelopes.release(user.id, envelopeId, audit)
      if (released?.sealed === undefined) throw new HttpError(404, 'There is no such envelope')
      const serverKey = secrets.open(released.sealedKey, envelopeKeyContext({ id: envelopeId }))
      return { envelopeId, serverKey, sealed: released.sealed, answer }
    }),

    openRoute(postRecoveryCompletion, async (call) => {
      requireKey()
      const session = await sessions.require(call)
      sessions.requireVault(session)
      if (!sessions.hasProvedWallet(session))
        throw new HttpError(403, 'This needs a proof by the keys of the wallet')
      await recoveries.complete(session, call.param('id'), call.client)
      return { account: await accountOf(session.user) }
    }),
  ]
}
