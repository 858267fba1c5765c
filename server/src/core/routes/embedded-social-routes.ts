import type { EmbeddedAccount } from '../../../../shared/api/embedded-account.ts'
import { getSocialAttempt, postSocialAttempt } from '../../../../shared/api/embedded-social.ts'
import type * as z from '../../../../shared/zod.ts'
import type { EmbeddedIdentity, EmbeddedSession } from '../../ports/stores/embedded-users.ts'
import type { SocialAttempt } from '../../ports/stores/social-attempts.ts'
import { privateResponse } from '../cache-policy.ts'
import { auditEvent } from '../embedded/audit.ts'
import type { ProvedCall } from '../embedded/dpop.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { requireSite } from '../embedded/require-site.ts'
import { noProof } from '../embedded/sessions.ts'
import { openRoute, type Route, route } from './route.ts'

type Caller = { readonly keyThumbprint: string; readonly session: EmbeddedSession | undefined }
type Completed = { readonly token?: string; readonly isNew: boolean; readonly account: EmbeddedAccount }
type State = z.input<ReturnType<typeof getSocialAttempt.response>>

/** Logins with accounts of other services: the frame's calls. The window's pages are in `web/social-pages.ts`. */
export function embeddedSocialRoutes({
  proofs,
  sessions,
  social,
  linkIdentity,
  users,
  accountOf,
  clock,
}: EmbeddedWallet): readonly Route[] {
  /** The key of a call, and its session if it states one. @throws HttpError 401 */
  async function callerOf(call: ProvedCall): Promise<Caller> {
    if (call.header('authorization') === undefined)
      return { keyThumbprint: await proofs.verify(call), session: undefined }
    const session = await sessions.require(call)
    return { keyThumbprint: session.device.keyThumbprint, session }
  }

  async function link(
    session: EmbeddedSession,
    { providerName, ...identity }: EmbeddedIdentity & { readonly providerName: string },
    client: string,
  ): Promise<Completed> {
    const audit = auditEvent('identity-linked', identity.provider, { client, nowMs: clock() })
    await linkIdentity(session, identity, providerName, audit)
    return { isNew: false, account: await accountOf(session.user) }
  }

  async function logIn(
    { site, keyThumbprint }: SocialAttempt,
    identity: EmbeddedIdentity,
    { client, header }: ProvedCall & { readonly client: string },
  ): Promise<Completed> {
    const proof = { ...noProof, steppedUpAtMs: clock() }
    const { token, session } = sessions.create({ kind: 'frame', site }, keyThumbprint, header, proof)
    const { user, isNew } = await users.logIn(
      identity,
      { id: crypto.randomUUID(), walletId: crypto.randomUUID() },
      session,
      auditEvent('login', identity.provider, { client, nowMs: clock() }),
    )
    return { token, isNew, account: await accountOf(user) }
  }

  return [
    route(postSocialAttempt, privateResponse, async (call) => {
      const { keyThumbprint, session } = await callerOf(call)
      if (session !== undefined) sessions.requireControl(session)
      const { project, body, client } = call
      requireSite(project, body.site)
      return social.create({ ...body, keyThumbprint, userId: session?.user.id }, client)
    }),

    openRoute(getSocialAttempt, async (call): Promise<State> => {
      const { keyThumbprint, session } = await callerOf(call)
      const caller = { keyThumbprint, userId: session?.user.id }
      const attempt = await social.read(call.param('id'), caller, call.signal)
      switch (attempt.state) {
        case 'confirmed': {
          // A caller that has disconnected would not get what is returned only once.
          if (call.signal.aborted) return { is: 'waiting' }
          const { providerName, ...identity } = await social.complete(attempt)
          const completed = session
            ? await link(session, { ...identity, providerName }, call.client)
            : await logIn(attempt, identity, call)
          return { is: 'completed', ...completed }
        }
        case 'failed':
          return { is: 'failed', reason: attempt.failure ?? 'invalid' }
        case 'cancelled':
          return { is: 'cancelled' }
        default:
          return { is: 'waiting' }
      }
    }),
  ]
}
