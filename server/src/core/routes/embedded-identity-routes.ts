import {
  getEmbeddedEvents,
  postEmailAttempt,
  postEmailCode,
  postIdentityRemoval,
  postUserDeletion,
} from '../../../../shared/api/embedded-identities.ts'
import { privateResponse } from '../cache-policy.ts'
import { auditEvent } from '../embedded/audit.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { normalizedEmail, requireSite } from '../embedded/require-site.ts'
import { HttpError } from '../http-error.ts'
import { codeLifetimeMs } from '../secrets.ts'
import { openRoute, type Route, route } from './route.ts'

const eventLimit = 100

const emailMail = (site: string) => (code: string) => ({
  subject: `${code} confirms your e-mail address`,
  text: `Your code is ${code}. It makes this the e-mail address of your wallet, as requested on ${site}, and is valid for ${codeLifetimeMs / 60_000} minutes.\n\nIf you did not request it, ignore this message: without the code nothing changes.\n`,
})

const changedMail = {
  subject: 'The e-mail address of your wallet was changed',
  text: 'This address no longer logs in to your wallet: it was replaced by another one, with the keys of the wallet.\n\nIf you did not change it, another person has the keys: move what the wallet holds to another wallet now.\n',
}

/** Purpose of a code for a new address: it is neither a login nor a step-up. */
const purposeOf = (userId: string): string => `email ${userId}`

/** What a user logs in with, the user's log, and the end of a user. */
export function embeddedIdentityRoutes({
  sessions,
  codes,
  users,
  deletions,
  identities,
  auditEvents,
  accountOf,
  clock,
}: EmbeddedWallet): readonly Route[] {
  return [
    route(postEmailCode, privateResponse, async (call) => {
      const session = await sessions.require(call)
      sessions.requireControl(session)
      const { project, body, client } = call
      requireSite(project, body.site)
      const { user, device } = session
      const requester = {
        ...{ keyThumbprint: device.keyThumbprint, purpose: purposeOf(user.id) },
        ...{ email: normalizedEmail(body.email), isKnown: false },
      }
      return codes.send(requester, client, emailMail(body.site))
    }),

    openRoute(postEmailAttempt, async (call) => {
      const session = await sessions.require(call)
      sessions.requireControl(session)
      const { user, device } = session
      const { email } = await codes.verify(
        { id: call.param('id'), code: call.body.code },
        { keyThumbprint: device.keyThumbprint, purpose: purposeOf(user.id) },
        async () => false,
      )
      const identity = { provider: 'email', subject: email, name: email } as const
      const audit = auditEvent('email-changed', 'email', { client: call.client, nowMs: clock() })
      const result = await identities.set(session, identity, audit)
      if (result === 'taken') throw new HttpError(409, 'Another user has this address')
      if (result.former !== undefined && result.former.subject !== email)
        codes.notify(result.former.subject, changedMail)
      return { account: await accountOf(user) }
    }),

    openRoute(postIdentityRemoval, async (call) => {
      const session = await sessions.require(call)
      sessions.requireControl(session)
      const { user } = session
      const { provider } = call.body
      const audit = auditEvent('identity-removed', provider, { client: call.client, nowMs: clock() })
      const result = await identities.remove(session, provider, audit)
      if (result === 'unknown') throw new HttpError(404, 'The user has no such identity')
      if (result === 'last') throw new HttpError(409, 'This is the last way to log in')
      return { account: await accountOf(user) }
    }),

    openRoute(postUserDeletion, async (call) => {
      const session = await sessions.require(call)
      sessions.requireStepUp(session)
      const { user } = session
      // A user who has lost every key has waited for this.
      if (!sessions.hasKeys(session) && (await deletions.carryOut(user.id, call.client))) return {}
      sessions.requireControl(session)
      const audit = auditEvent('user-deleted', user.id, { client: call.client, nowMs: clock() })
      await users.deleteUser(user.id, audit)
      return {}
    }),

    openRoute(getEmbeddedEvents, async (call) => {
      const { user } = await sessions.require(call)
      return { events: [...(await auditEvents.list(user.id, eventLimit))] }
    }),
  ]
}
