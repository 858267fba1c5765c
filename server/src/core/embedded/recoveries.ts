import { recoveryCancelPath } from '../../../../shared/api/embedded-recovery.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SecretHash } from '../../ports/secret-hash.ts'
import type { AuditEventStore } from '../../ports/stores/audit-events.ts'
import type { EmbeddedSession } from '../../ports/stores/embedded-users.ts'
import type { RecoveryStore, StoredRecovery } from '../../ports/stores/recoveries.ts'
import { HttpError } from '../http-error.ts'
import { randomToken } from '../secrets.ts'
import { auditEvent } from './audit.ts'
import { noticeTime, type RequestNotices } from './request-notices.ts'

const hour = 3_600_000
/** The operator cannot answer a request before this time has passed: in it, the user can cancel. */
export const recoveryWaitMs = 72 * hour
/** A request that is not completed ends. */
export const recoveryLifetimeMs = 30 * 24 * hour
/** After a change of the e-mail address, which a thief of the wallet's keys can make too, there is no request for this time. */
export const emailHoldMs = 24 * hour

type RecoveryPorts = {
  readonly store: RecoveryStore
  readonly auditEvents: AuditEventStore
  readonly notices: RequestNotices
  readonly secretHash: SecretHash
  /** Of this server, as browsers see it. */
  readonly origin: string
  readonly clock: Clock
}

const requestedMail = ({ deviceName, opensAtMs, requestedAtMs }: StoredRecovery, link: string) => ({
  subject: 'A recovery of your wallet was requested',
  text: `A recovery of your wallet was requested on ${noticeTime(requestedAtMs)}, from ${deviceName}. With the help of the operator, that device gets your wallet after ${noticeTime(opensAtMs)}.\n\nIf you did not request it, cancel it now:\n${link}\n\nIf you did, you need not do anything. Never give this link to another person.\n`,
})

/**
 * Requests that the operator helps to recover a wallet. The wait is by this server's clock, and requests are rows of the database, so that
 * a restart changes nothing.
 */
export function createRecoveries({ store, auditEvents, notices, secretHash, origin, clock }: RecoveryPorts) {
  return {
    find: (userId: string) => store.find(userId, clock()),
    addressesOf: notices.addressesOf,
    /** @throws HttpError 403 if the e-mail address was changed within `emailHoldMs`; 409 if the user has a request */
    requireNone: async (userId: string): Promise<void> => {
      const now = clock()
      if (await auditEvents.isAfter(userId, 'email-changed', now - emailHoldMs))
        throw new HttpError(403, 'The e-mail address was changed within the last 24 hours')
      if ((await store.find(userId, now)) !== undefined) throw pending()
    },
    /**
     * Stores a request of a device, and sends the notices.
     * @throws HttpError 409 if the user has a request; 501, 503 if a notice was not sent: nothing is requested
     */
    request: async (
      { user, device }: EmbeddedSession,
      { envelopeId, publicKey }: Pick<StoredRecovery, 'envelopeId' | 'publicKey'>,
      client: string,
    ): Promise<StoredRecovery> => {
      const [now, token] = [clock(), randomToken()]
      const request = {
        ...{ id: crypto.randomUUID(), userId: user.id, deviceId: device.id, deviceName: device.name },
        ...{ envelopeId, publicKey, requestedAtMs: now, opensAtMs: now + recoveryWaitMs },
        expiresAtMs: now + recoveryLifetimeMs,
      }
      if (!(await store.add({ ...request, cancelHash: secretHash(token) }, now))) throw pending()
      const recovery = { ...request, answer: undefined }
      try {
        await notices.send(user.id, requestedMail(recovery, `${origin}${recoveryCancelPath}?token=${token}`))
      } catch (error) {
        await store.discard(request.id)
        throw error
      }
      const audit = auditEvent('recovery-requested', device.id, { client, nowMs: now })
      if (!(await store.begin(request.id, audit))) throw pending()
      return recovery
    },
    /** Cancels a request of a user. @throws HttpError 404 */
    cancel: async (userId: string, id: string, client: string): Promise<void> => {
      const audit = auditEvent('recovery-cancelled', id, { client, nowMs: clock() })
      if (!(await store.cancel({ userId, id }, audit))) throw unknownRecovery()
    },
    /** The request of a link; undefined if it is over. */
    findByToken: (token: string) => store.findByLink(secretHash(token), clock()),
    /** Cancels the request of a link; false if it is over. */
    cancelByToken: (token: string, client: string): Promise<boolean> =>
      store.cancel(
        { cancelHash: secretHash(token) },
        auditEvent('recovery-cancelled', 'email', { client, nowMs: clock() }),
      ),
    /** The request of a device that the operator has answered. @throws HttpError 404 */
    requireAnswered: async ({ user, device }: EmbeddedSession, id: string) => {
      const now = clock()
      const found = await store.find(user.id, now)
      if (
        found?.id !== id ||
        found.deviceId !== device.id ||
        found.answer === undefined ||
        now < found.opensAtMs
      )
        throw unknownRecovery()
      return { envelopeId: found.envelopeId, answer: found.answer }
    },
    /** Ends a request whose wallet is on its device. @throws HttpError 404 */
    complete: async ({ user, device }: EmbeddedSession, id: string, client: string): Promise<void> => {
      const audit = auditEvent('recovery-completed', device.id, { client, nowMs: clock() })
      if (!(await store.complete({ userId: user.id, id, deviceId: device.id }, audit)))
        throw unknownRecovery()
    },
  }
}

export type Recoveries = ReturnType<typeof createRecoveries>

const pending = () => new HttpError(409, 'A recovery is requested already')
const unknownRecovery = () => new HttpError(404, 'There is no such recovery')
