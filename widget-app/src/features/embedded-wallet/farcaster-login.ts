import { getFarcasterAttempt, postFarcasterAttempt } from '#shared/api/embedded-farcaster.ts'
import { completeLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import { siteAtom } from './address.ts'
import { createFarcasterAtom } from './farcaster-attempt.ts'
import { trackSocialEndAtom, trackSocialStartAtom } from './track-social-login.ts'

/** The login with a Farcaster account, while its view is mounted. */
export const farcasterLoginAtom = createFarcasterAtom({
  begin: (get, _set, signal) => {
    const input = { params: {}, query: {}, body: { site: get(siteAtom) }, signal }
    return get(embeddedApiAtom).call(postFarcasterAttempt, input)
  },
  read: async (get, set, id, signal) => {
    const input = { params: { id }, query: {}, signal }
    const attempt = await get(embeddedApiAtom).call(getFarcasterAttempt, input)
    if (attempt.is === 'waiting') return undefined
    if (attempt.is === 'failed')
      return attempt.reason === 'expired' ? { is: 'expired' } : { is: 'failed', reason: attempt.reason }
    const { token, account } = attempt
    return { is: 'completed', store: () => set(completeLoginAtom, { token, account }) }
  },
  onStarted: (_get, set) => set(trackSocialStartAtom, 'farcaster'),
  onEnded: (_get, set, end) => set(trackSocialEndAtom, 'farcaster', end),
})
