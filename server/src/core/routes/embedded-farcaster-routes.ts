import {
  getFarcasterAttempt,
  getFarcasterLink,
  postFarcasterAttempt,
  postFarcasterLink,
} from '../../../../shared/api/embedded-farcaster.ts'
import { privateResponse } from '../cache-policy.ts'
import { auditEvent } from '../embedded/audit.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { requireSite } from '../embedded/require-site.ts'
import { noProof } from '../embedded/sessions.ts'
import { openRoute, type Route, route } from './route.ts'

const loginPurpose = 'login'
/** Purpose of an attempt of a user who is logged in: it does not log in another one. */
const linkPurpose = (userId: string): string => `link ${userId}`

/** Logins with Farcaster, and links of Farcaster accounts to users. */
export function embeddedFarcasterRoutes({
  proofs,
  sessions,
  farcaster,
  users,
  linkIdentity,
  accountOf,
  clock,
}: EmbeddedWallet): readonly Route[] {
  return [
    route(postFarcasterAttempt, privateResponse, async (call) => {
      const keyThumbprint = await proofs.verify(call)
      const { project, body, client } = call
      requireSite(project, body.site)
      return farcaster.begin({ keyThumbprint, purpose: loginPurpose }, body.site, client)
    }),

    openRoute(getFarcasterAttempt, async (call) => {
      const keyThumbprint = await proofs.verify(call)
      const { client, param, header, signal } = call
      const requester = { keyThumbprint, purpose: loginPurpose }
      const state = await farcaster.poll(param('id'), requester, signal)
      if (state.is !== 'proved') return state
      const { identity, site } = state
      const { token, session } = sessions.create({ kind: 'frame', site }, keyThumbprint, header, {
        ...noProof,
        steppedUpAtMs: clock(),
      })
      const { user, isNew } = await users.logIn(
        identity,
        { id: crypto.randomUUID(), walletId: crypto.randomUUID() },
        session,
        auditEvent('login', identity.provider, { client, nowMs: clock() }),
      )
      return { is: 'completed' as const, token, isNew, account: await accountOf(user) }
    }),

    route(postFarcasterLink, privateResponse, async (call) => {
      const session = await sessions.require(call)
      sessions.requireControl(session)
      const { project, body, client } = call
      requireSite(project, body.site)
      const { user, device } = session
      const requester = { keyThumbprint: device.keyThumbprint, purpose: linkPurpose(user.id) }
      return farcaster.begin(requester, body.site, client)
    }),

    openRoute(getFarcasterLink, async (call) => {
      const session = await sessions.require(call)
      sessions.requireControl(session)
      const { user, device } = session
      const requester = { keyThumbprint: device.keyThumbprint, purpose: linkPurpose(user.id) }
      const state = await farcaster.poll(call.param('id'), requester, call.signal)
      if (state.is !== 'proved') return state
      const { identity } = state
      const audit = auditEvent('identity-linked', identity.provider, { client: call.client, nowMs: clock() })
      await linkIdentity(session, identity, 'Farcaster', audit)
      return { is: 'completed' as const, account: await accountOf(user) }
    }),
  ]
}
