import type { Logger } from '../../ports/logger.ts'
import type { Mailer } from '../../ports/mail.ts'
import type { EmbeddedIdentityStore } from '../../ports/stores/embedded-identities.ts'
import { HttpError, notConfigured } from '../http-error.ts'

/** A time in a notice, in UTC: the server does not know the zone of the reader. */
export const noticeTime = (ms: number): string => new Date(ms).toUTCString()

/** A notice, to any address. */
export type RequestNotice = Omit<Parameters<Mailer['send']>[0], 'to'>

type NoticePorts = {
  readonly identities: EmbeddedIdentityStore
  /** Absent: the server sends no mail. */
  readonly mailer: Mailer | undefined
  readonly logger: Logger
}

/** Notices about requests that wait: each e-mail address of the user gets one before the request begins. */
export function createRequestNotices({ identities, mailer, logger }: NoticePorts) {
  const addressesOf = async (userId: string): Promise<readonly string[]> =>
    (await identities.list(userId)).flatMap(({ provider, subject }) =>
      provider === 'email' ? [subject] : [],
    )

  return {
    addressesOf,
    /**
     * Sends a notice to each address of a user.
     * @throws HttpError 503 unless the mail server has taken it for each address; 501 without a mail server, if there is an address
     */
    send: async (userId: string, mail: RequestNotice): Promise<void> => {
      const addresses = await addressesOf(userId)
      if (addresses.length === 0) return
      if (mailer === undefined) throw notConfigured('mail server')
      try {
        for (const to of addresses) await mailer.send({ to, ...mail })
      } catch (error) {
        logger.warn({ message: error instanceof Error ? error.message : String(error) }, 'notice not sent')
        throw new HttpError(503, 'The notice about the request could not be sent')
      }
    },
  }
}

export type RequestNotices = ReturnType<typeof createRequestNotices>
