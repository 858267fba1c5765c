import { getSocialAttempt, type OAuthProviderId, postSocialAttempt } from '#shared/api/embedded-social.ts'
import { randomId } from '#shared/channel/random-id.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { completeLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { atom } from '#widget/lib/state.ts'
import { siteAtom } from './address.ts'
import { startSocialAttemptAtom } from './social-attempt.ts'
import { trackSocialEndAtom, trackSocialStartAtom } from './track-social-login.ts'

/** A new secret of an attempt. */
export const createSocialSecret = (): string => `${randomId()}${randomId()}`

/** Logs in with the account of a service. Call it synchronously in the user's click: it opens a window. */
export const startSocialLoginAtom = atom(null, (_get, set, provider: OAuthProviderId): void => {
  const secret = createSocialSecret()
  set(trackSocialStartAtom, provider)
  set(startSocialAttemptAtom, {
    ...{ provider, secret },
    create: (get, _set, signal) => {
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
    onEnded: (_get, setNow, end) => setNow(trackSocialEndAtom, provider, end),
  })
})

/** Begins a login with a service, in the user's click, and shows its view. */
export const chooseSocialAtom = atom(null, (_get, set, social: SocialId): void => {
  if (social !== 'farcaster') set(startSocialLoginAtom, social)
  set(viewStackAtom, {
    to: 'push',
    view:
      social === 'farcaster'
        ? { name: 'ConnectingFarcaster' }
        : { name: 'ConnectingSocial', provider: social },
  })
})
