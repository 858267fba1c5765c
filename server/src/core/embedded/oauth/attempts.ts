import { type OAuthProviderId, socialStartUrl } from '../../../../../shared/api/embedded-social.ts'
import { socialWaitMs } from '../../../../../shared/config/limits.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { OAuthClients } from '../../../ports/oauth.ts'
import type { SecretHash } from '../../../ports/secret-hash.ts'
import type { SocialAttempt, SocialAttemptStore } from '../../../ports/stores/social-attempts.ts'
import type { Wakeups } from '../../../ports/wakeups.ts'
import { HttpError, notConfigured } from '../../http-error.ts'
import { randomNonce, randomTwoDigits } from '../../secrets.ts'
import { waitForChange } from '../../wait-for-change.ts'
import type { LimitCount } from '../limit-count.ts'

const minute = 60_000
/** An attempt lasts this long. */
export const attemptLifetimeMs = 10 * minute
/** Attempts per IPv4 address or IPv6 /64 and hour. */
export const attemptsPerClient = 60

/** How long requests wait, in milliseconds. */
export type SocialWaits = {
  /** The window for the call that creates its attempt: the frame opens it before that call. */
  readonly startMs: number
  /** The frame for the user's answer. */
  readonly readMs: number
}
export const defaultWaits: SocialWaits = { startMs: 10_000, readMs: socialWaitMs }

export type AttemptPorts = {
  readonly store: SocialAttemptStore
  readonly clients: OAuthClients
  /** Of this server, as browsers see it. */
  readonly origin: string
  readonly limit: LimitCount
  readonly secretHash: SecretHash
  readonly wakeups: Wakeups
  readonly waits: SocialWaits
  readonly clock: Clock
}

/** Wakes the reader of an attempt. */
export const attemptTopic = (idHash: string): string => `social attempt ${idHash}`
/** Wakes the window that waits for its attempt. */
export const startTopic = (startHash: string): string => `social start ${startHash}`

const unknownAttempt = () => new HttpError(404, 'The attempt is unknown, expired, or was returned before')

type Request = Pick<SocialAttempt, 'keyThumbprint' | 'site' | 'userId'> & {
  readonly provider: OAuthProviderId
  /** With which the window opens the attempt. */
  readonly secret: string
}

/** The frame's side of logins with accounts of other services. */
export function createSocialAttempts(ports: AttemptPorts) {
  const { store, clients, origin, limit, secretHash, wakeups, waits, clock } = ports
  return {
    /** @throws HttpError 409 for a used secret, 429, 501 */
    create: async ({ secret, ...request }: Request, client: string) => {
      if (!clients.has(request.provider)) throw notConfigured('login of this provider')
      await limit(`social attempts of client ${client}`, attemptsPerClient, 60 * minute)
      const [id, number, startHash] = [randomNonce(), randomTwoDigits(), secretHash(secret)]
      const isAdded = await store.add({
        ...{ ...request, idHash: secretHash(id), startHash, number },
        expiresAtMs: clock() + attemptLifetimeMs,
      })
      if (!isAdded) throw new HttpError(409, 'The secret of the attempt is used')
      wakeups.notify(startTopic(startHash))
      return {
        ...{ id, number, url: socialStartUrl(origin, secret) },
        lifetimeSeconds: attemptLifetimeMs / 1_000,
      }
    },
    /**
     * An attempt once its user has answered, or as it is after a time.
     * @param userId of the caller's session, undefined for a login.
     * @throws HttpError 404 unknown, completed, expired, or of another key or user
     */
    read: async (
      id: string,
      { keyThumbprint, userId }: Pick<SocialAttempt, 'keyThumbprint' | 'userId'>,
      signal: AbortSignal,
    ): Promise<SocialAttempt> => {
      const key = { idHash: secretHash(id), keyThumbprint }
      const isOwn = (attempt: SocialAttempt | undefined): attempt is SocialAttempt =>
        attempt !== undefined && attempt.userId === userId && attempt.state !== 'completed'
      const find = () => store.find(key, clock())
      const wait = { listener: wakeups.listen(attemptTopic(key.idHash)), waitMs: waits.readMs, signal }
      try {
        let attempt = await find()
        if (isOwn(attempt) && isWaiting(attempt))
          attempt = await waitForChange(wait, find, (found) => !isWaiting(found))
        if (!isOwn(attempt)) throw unknownAttempt()
        return attempt
      } finally {
        wait.listener.close()
      }
    },
    /** The account of a confirmed attempt, for one of several callers. @throws HttpError 404 for the others */
    complete: async ({ idHash, keyThumbprint }: SocialAttempt) => {
      const key = { idHash, keyThumbprint, state: 'confirmed' } as const
      const completed = await store.change(key, { state: 'completed' }, clock())
      if (completed?.account === undefined) throw unknownAttempt()
      const { provider, account } = completed
      return { provider, ...account, providerName: clients.get(provider)?.name ?? provider }
    },
  }
}

const waiting: ReadonlySet<string> = new Set(['created', 'started', 'returned', 'identified'])
const isWaiting = (attempt: SocialAttempt | undefined): boolean =>
  attempt !== undefined && waiting.has(attempt.state)
