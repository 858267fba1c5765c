import {
  getCodeDelivery,
  getDpopNonce,
  getEmbeddedAccount,
  getStepUp,
  postEmbeddedSignOut,
  postLoginAttempt,
  postLoginCode,
  postStepUpAttempt,
  postStepUpCode,
} from '../../../../shared/api/embedded-wallet.ts'
import { privateResponse } from '../cache-policy.ts'
import { auditEvent } from '../embedded/audit.ts'
import { nonceLifetimeMs } from '../embedded/dpop.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { normalizedEmail, requireSite } from '../embedded/require-site.ts'
import { noProof } from '../embedded/sessions.ts'
import { HttpError } from '../http-error.ts'
import { codeLifetimeMs } from '../secrets.ts'
import { openRoute, type Route, route } from './route.ts'

const loginPurpose = 'login'
const minutes = codeLifetimeMs / 60_000

const loginMail = (site: string) => (code: string) => ({
  subject: `${code} is your login code`,
  text: `Your code is ${code}. It logs you in to your wallet on ${site}, and is valid for ${minutes} minutes.\n\nEnter it only on ${site}, in the window in which you requested it. The operator never asks for it by phone or e-mail.\n\nIf you did not request it, ignore this message: without the code there is no login.\n`,
})

const stepUpMail = (code: string) => ({
  subject: `${code} is your confirmation code`,
  text: `Your code is ${code}. It confirms a change of your wallet, such as removing a device, and is valid for ${minutes} minutes.\n\nIf you did not request it, another person is logged in to your account: log in, and remove devices that you do not know.\n`,
})

/** Logins by e-mail, and the user's session. */
export function embeddedLoginRoutes({
  proofs,
  sessions,
  codes,
  users,
  identities,
  accountOf,
  clock,
}: EmbeddedWallet): readonly Route[] {
  const isKnownBy = (keyThumbprint: string) => (email: string) =>
    users.isKnownDevice({ provider: 'email', subject: email }, keyThumbprint)

  return [
    openRoute(getDpopNonce, () => ({
      nonce: proofs.createNonce(),
      lifetimeSeconds: nonceLifetimeMs / 1_000,
    })),

    route(postLoginCode, privateResponse, async (call) => {
      const keyThumbprint = await proofs.verify(call)
      const { project, body, client } = call
      requireSite(project, body.site)
      const email = normalizedEmail(body.email)
      const isKnown = await isKnownBy(keyThumbprint)(email)
      const requester = { keyThumbprint, purpose: loginPurpose, email, isKnown }
      return codes.send(requester, client, loginMail(body.site))
    }),

    openRoute(getCodeDelivery, async (call) => ({
      delivery: await codes.delivery(call.param('id'), await proofs.verify(call)),
    })),

    route(postLoginAttempt, privateResponse, async (call) => {
      const keyThumbprint = await proofs.verify(call)
      const { project, body, client, param, header } = call
      requireSite(project, body.site)
      const { email } = await codes.verify(
        { id: param('id'), code: body.code },
        { keyThumbprint, purpose: loginPurpose },
        isKnownBy(keyThumbprint),
      )
      const { token, session } = sessions.create({ kind: 'frame', site: body.site }, keyThumbprint, header, {
        ...noProof,
        steppedUpAtMs: clock(),
      })
      const { user, isNew } = await users.logIn(
        { provider: 'email', subject: email, name: email },
        { id: crypto.randomUUID(), walletId: crypto.randomUUID() },
        session,
        auditEvent('login', 'email', { client, nowMs: clock() }),
      )
      return { token, isNew, account: await accountOf(user) }
    }),

    openRoute(getEmbeddedAccount, async (call) => {
      const { user } = await sessions.require(call)
      return accountOf(user)
    }),

    openRoute(postEmbeddedSignOut, async (call) => {
      const session = await sessions.require(call)
      const { client, body } = call
      const audit = auditEvent('signed-out', session.device.id, { client, nowMs: clock() })
      await users.signOut(session, { keepsSpendingLimits: body.keepsSpendingLimits === true }, audit)
      return {}
    }),

    openRoute(getStepUp, async (call) => ({ isProved: sessions.isSteppedUp(await sessions.require(call)) })),

    openRoute(postStepUpCode, async (call) => {
      const { user, device } = await sessions.require(call)
      const identity = (await identities.list(user.id)).find(({ provider }) => provider === 'email')
      if (identity === undefined) throw new HttpError(404, 'The user has no e-mail address')
      const requester = {
        ...{ keyThumbprint: device.keyThumbprint, purpose: user.id },
        ...{ email: identity.subject, isKnown: true },
      }
      return codes.send(requester, call.client, stepUpMail)
    }),

    openRoute(postStepUpAttempt, async (call) => {
      const session = await sessions.require(call)
      const { user, device } = session
      await codes.verify(
        { id: call.param('id'), code: call.body.code },
        { keyThumbprint: device.keyThumbprint, purpose: user.id },
        async () => true,
      )
      const { client } = call
      await users.stepUp(session, auditEvent('stepped-up', 'email', { client, nowMs: clock() }))
      return {}
    }),
  ]
}
