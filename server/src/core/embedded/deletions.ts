import { deletionLinkPath, deletionOpenMs, deletionWaitMs } from '../../../../shared/api/embedded-deletion.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SecretHash } from '../../ports/secret-hash.ts'
import type { AuditEventStore } from '../../ports/stores/audit-events.ts'
import type { DeletionStore, StoredDeletion } from '../../ports/stores/deletions.ts'
import type { AuditEventName, EmbeddedSession } from '../../ports/stores/embedded-users.ts'
import { HttpError } from '../http-error.ts'
import { randomToken } from '../secrets.ts'
import { auditEvent } from './audit.ts'
import { emailHoldMs } from './recoveries.ts'
import { noticeTime, type RequestNotice, type RequestNotices } from './request-notices.ts'

/** Changes of what receives the notice or logs in: after one of them there is no request for `emailHoldMs`. */
const holdingEvents: readonly AuditEventName[] = ['email-changed', 'identity-linked', 'identity-removed']

type DeletionPorts = {
  readonly store: DeletionStore
  readonly auditEvents: AuditEventStore
  readonly notices: RequestNotices
  readonly secretHash: SecretHash
  /** Of this server, as browsers see it. */
  readonly origin: string
  readonly clock: Clock
}

const requestedMail = (
  { deviceName, requestedAtMs, opensAtMs, expiresAtMs }: StoredDeletion,
  link: string,
): RequestNotice => ({
  subject: 'The deletion of your wallet’s account was requested',
  text: `The deletion of your account was requested on ${noticeTime(requestedAtMs)}, from ${deviceName}, without the keys of your wallet. It can be carried out after ${noticeTime(opensAtMs)}, until ${noticeTime(expiresAtMs)}. Then only the 12 words of its recovery phrase open your wallet.\n\nIf you did not request it, cancel it now:\n${link}\n\nTo open your wallet and use its keys cancels it too. If you did request it, you need not do anything now. Never give this link to another person.\n`,
})

/**
 * Requests for a deletion without the wallet's keys. Nothing is deleted without a further call of the user. The wait is by this server's
 * clock, and requests are rows of the database, so that a restart changes nothing.
 */
export function createDeletions({ store, auditEvents, notices, secretHash, origin, clock }: DeletionPorts) {
  const find = (userId: string) => store.find(userId, clock())

  return {
    find,
    /** How the user's sessions see the request: `open` if it may be carried out; undefined if there is none. */
    stateOf: async (userId: string): Promise<'requested' | 'open' | undefined> => {
      const found = await find(userId)
      if (found === undefined) return undefined
      return found.opensAtMs <= clock() ? 'open' : 'requested'
    },
    /** @throws HttpError 403 if a way to log in was changed within `emailHoldMs`; 409 if the user has a request */
    requireNone: async (userId: string): Promise<void> => {
      for (const event of holdingEvents)
        if (await auditEvents.isAfter(userId, event, clock() - emailHoldMs))
          throw new HttpError(403, 'A way to log in was changed within the last 24 hours')
      if ((await find(userId)) !== undefined) throw pending()
    },
    /**
     * Stores a request, and sends the notices.
     * @throws HttpError 409 if the user has a request, or makes another one or proves the wallet's keys meanwhile; 501, 503 if a notice was
     * not sent: nothing is requested
     */
    request: async ({ user, device }: EmbeddedSession, client: string): Promise<void> => {
      const [now, token] = [clock(), randomToken()]
      const request = {
        ...{ id: crypto.randomUUID(), userId: user.id, deviceName: device.name, requestedAtMs: now },
        ...{ opensAtMs: now + deletionWaitMs, expiresAtMs: now + deletionWaitMs + deletionOpenMs },
      }
      if (!(await store.add({ ...request, cancelHash: secretHash(token) }, now))) throw pending()
      try {
        await notices.send(user.id, requestedMail(request, `${origin}${deletionLinkPath}?token=${token}`))
      } catch (error) {
        await store.discard(request.id)
        throw error
      }
      const audit = auditEvent('deletion-requested', device.id, { client, nowMs: now })
      if (!(await store.begin(request.id, audit)))
        throw new HttpError(409, 'The request was cancelled or replaced meanwhile')
    },
    /** Cancels the request of a user. @throws HttpError 404 if there is none */
    cancel: async ({ user, device }: EmbeddedSession, client: string): Promise<void> => {
      const audit = auditEvent('deletion-cancelled', device.id, { client, nowMs: clock() })
      if (!(await store.cancel({ userId: user.id }, audit)))
        throw new HttpError(404, 'No deletion is requested')
    },
    /** The request of a link; undefined if it is over. */
    findByToken: (token: string) => store.findByLink(secretHash(token), clock()),
    /** Cancels the request of a link; false if it is over. */
    cancelByToken: (token: string, client: string): Promise<boolean> =>
      store.cancel(
        { cancelHash: secretHash(token) },
        auditEvent('deletion-cancelled', 'email', { client, nowMs: clock() }),
      ),
    /** Deletes a user by an open request; false if there is none. */
    carryOut: (userId: string, client: string): Promise<boolean> =>
      store.carryOut(userId, auditEvent('user-deleted', userId, { client, nowMs: clock() })),
  }
}

export type Deletions = ReturnType<typeof createDeletions>

const pending = () => new HttpError(409, 'A deletion is requested already')
