import { getFarcasterAttempt, postFarcasterAttempt } from '#shared/api/embedded-farcaster.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { completeLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import {
  addPendingLoginAtom,
  pendingLogins,
  removePendingLoginAtom,
} from '#widget/domain/embedded-wallet/pending-logins.ts'
import { siteAtom } from './address.ts'
import { createFarcasterAtom } from './farcaster-attempt.ts'
import { trackSocialEndAtom, trackSocialStartAtom } from './track-social-login.ts'

/**
 * The login with a Farcaster account, while its view is mounted. The user's choice of Farcaster continues an attempt that an
 * earlier page had begun: the browser of a phone may discard the page while the user approves in the app.
 */
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
  resume: (get) => {
    const pending = pendingLogins(get).find((login) => login.is === 'farcaster')
    if (pending?.is !== 'farcaster') return undefined
    const { id, url, pollSeconds, expiresAtMs } = pending
    const lifetimeSeconds = (expiresAtMs - get(portsAtom).clock.now()) / 1_000
    return { id, url, pollSeconds, lifetimeSeconds }
  },
  onFollowed: (_get, set, { id, url, pollSeconds }, expiresAtMs) =>
    void set(addPendingLoginAtom, { is: 'farcaster', id, url, pollSeconds, expiresAtMs }),
  onOver: (_get, set, id) => set(removePendingLoginAtom, id),
  onStarted: (_get, set) => set(trackSocialStartAtom, 'farcaster'),
  onEnded: (_get, set, end) => set(trackSocialEndAtom, 'farcaster', end),
})
