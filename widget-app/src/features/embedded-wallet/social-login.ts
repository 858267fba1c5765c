import { getSocialAttempt, type OAuthProviderId, postSocialAttempt } from '#shared/api/embedded-social.ts'
import { randomId } from '#shared/channel/random-id.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { completeLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import {
  addPendingLoginAtom,
  type PendingLogin,
  pendingLogins,
  removePendingLoginAtom,
} from '#widget/domain/embedded-wallet/pending-logins.ts'
import { atom } from '#widget/lib/state.ts'
import { siteAtom } from './address.ts'
import { startSocialAttemptAtom } from './social-attempt.ts'
import { trackSocialEndAtom, trackSocialStartAtom } from './track-social-login.ts'

/** A new secret of an attempt. */
export const createSocialSecret = (): string => `${randomId()}${randomId()}`

type PendingSocial = Extract<PendingLogin, { is: 'social' }>

/** Runs a new attempt, or continues one of an earlier page. */
const runSocialLoginAtom = atom(null, (_get, set, provider: OAuthProviderId, earlier?: PendingSocial) => {
  const secret = createSocialSecret()
  set(startSocialAttemptAtom, {
    ...{ provider, secret: earlier ? undefined : secret },
    create: async (get, _set, signal) => {
      if (earlier) {
        const lifetimeSeconds = (earlier.expiresAtMs - get(portsAtom).clock.now()) / 1_000
        return { id: earlier.id, number: earlier.number, lifetimeSeconds }
      }
      const body = { provider, secret, site: get(siteAtom) }
      return get(embeddedApiAtom).call(postSocialAttempt, { params: {}, query: {}, body, signal })
    },
    read: async (get, setNow, id, signal) => {
      const input = { params: { id }, query: {}, signal }
      const attempt = await get(embeddedApiAtom).call(getSocialAttempt, input)
      switch (attempt.is) {
        case 'waiting':
          return undefined
        case 'cancelled':
          return { is: 'cancelled' }
        case 'failed':
          return attempt
        case 'completed': {
          const { token, account } = attempt
          // Only a link to an existing session has none.
          if (token === undefined) return { is: 'failed', reason: 'invalid' }
          return { is: 'completed', store: () => setNow(completeLoginAtom, { token, account }) }
        }
      }
    },
    onFollowed: (_get, setNow, { id, number }, expiresAtMs) =>
      void setNow(addPendingLoginAtom, { is: 'social', id, provider, number, expiresAtMs }),
    onOver: (_get, setNow, id) => setNow(removePendingLoginAtom, id),
    // The click is still recent: most browsers open the window, and the view has a link for the others.
    ...(earlier && { onTaken: (_get, setNow) => setNow(runSocialLoginAtom, provider) }),
    onEnded: (_get, setNow, end) => setNow(trackSocialEndAtom, provider, end),
  })
})

/** Logs in by a new attempt with a service. Call it synchronously in the user's click: it opens a window. */
export const startSocialLoginAtom = atom(null, (_get, set, provider: OAuthProviderId): void => {
  set(trackSocialStartAtom, provider)
  set(runSocialLoginAtom, provider)
})

/**
 * Logs in with a service that the user has chosen: by the attempt that an earlier page had begun, because its window may have
 * confirmed it since; else as `startSocialLoginAtom`. Call it synchronously in the user's click.
 */
export const beginSocialLoginAtom = atom(null, (get, set, provider: OAuthProviderId): void => {
  const earlier = pendingLogins(get).find(
    (login): login is PendingSocial => login.is === 'social' && login.provider === provider,
  )
  set(trackSocialStartAtom, provider)
  set(runSocialLoginAtom, provider, earlier)
})

/** Begins a login with a service, in the user's click, and shows its view. */
export const chooseSocialAtom = atom(null, (_get, set, social: SocialId): void => {
  if (social !== 'farcaster') set(beginSocialLoginAtom, social)
  set(viewStackAtom, {
    to: 'push',
    view:
      social === 'farcaster'
        ? { name: 'ConnectingFarcaster' }
        : { name: 'ConnectingSocial', provider: social },
  })
})
