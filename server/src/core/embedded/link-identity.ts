import type { EmbeddedIdentityStore } from '../../ports/stores/embedded-identities.ts'
import type { AuditEvent, ChangingSession, EmbeddedIdentity } from '../../ports/stores/embedded-users.ts'
import { HttpError } from '../http-error.ts'
import type { createCodes } from './codes.ts'

const linkedMail = (service: string) => ({
  subject: 'An account was added to your wallet',
  text: `An account of ${service} can now log in to your wallet: it was added with the keys of the wallet.\n\nIf you did not add it, another person has the keys: move what the wallet holds to another wallet now.\n`,
})

type LinkPorts = {
  readonly identities: EmbeddedIdentityStore
  readonly codes: Pick<ReturnType<typeof createCodes>, 'notify'>
}

/** Links accounts of other services to users. Every link mails a notice to the user's e-mail address, if there is one. */
export const createLinkIdentity =
  ({ identities, codes }: LinkPorts) =>
  /**
   * @param service as the notice names it, e.g. `GitHub`.
   * @throws HttpError 409 if another user has the account
   */
  async (
    session: ChangingSession,
    identity: EmbeddedIdentity,
    service: string,
    audit: AuditEvent,
  ): Promise<void> => {
    if ((await identities.set(session, identity, audit)) === 'taken')
      throw new HttpError(409, 'Another user has this account')
    const mail = (await identities.list(session.user.id)).find(({ provider }) => provider === 'email')
    if (mail !== undefined) codes.notify(mail.subject, linkedMail(service))
  }
