import { getFarcasterLink, postFarcasterLink } from '#shared/api/embedded-farcaster.ts'
import { getSocialAttempt, postSocialAttempt } from '#shared/api/embedded-social.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { updateEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession } from '#widget/domain/embedded-wallet/session-calls.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, type Getter, type Setter } from '#widget/lib/state.ts'
import { siteAtom } from './address.ts'
import { type BegunAttempt, createFarcasterAtom } from './farcaster-attempt.ts'
import { linkStepAtom } from './logins.ts'
import { startSocialAttemptAtom } from './social-attempt.ts'
import { createSocialSecret } from './social-login.ts'
import { socialTitles } from './socials.ts'

/** The attempt that proved that the user may link; the first code of Farcaster. */
const begunAtom = atom<BegunAttempt | undefined>(undefined)

const beginFarcaster = (get: Getter, set: Setter, signal?: AbortSignal): Promise<BegunAttempt> =>
  callWithSession(get, set, (client, session) => {
    const input = { params: {}, query: {}, body: { site: get(siteAtom) }, ...(signal && { signal }) }
    return client.call(postFarcasterLink, input, session)
  })

/**
 * Creates the attempt to link a service's account; resolves to what shows the step that continues it.
 * @throws as `callWithSession`; `http/status` 403 if the server requires another proof of the user first.
 */
export const prepareLinkAtom = atom(null, async (get, set, provider: SocialId): Promise<() => void> => {
  if (provider === 'farcaster') {
    const begun = await beginFarcaster(get, set)
    return () => {
      set(begunAtom, begun)
      set(linkStepAtom, { is: 'farcaster' })
    }
  }
  const secret = createSocialSecret()
  const created = await callWithSession(get, set, (client, session) => {
    const body = { provider, secret, site: get(siteAtom) }
    return client.call(postSocialAttempt, { params: {}, query: {}, body }, session)
  })
  return () => set(linkStepAtom, { is: 'social', provider, secret, created, isStarted: false })
})

/** Shows that an account is linked. */
const finishLinkAtom = atom(null, (get, set, provider: SocialId) => {
  set(linkStepAtom, { is: 'none' })
  set(showToastAtom, get(translateAtom)('logins.added', { provider: socialTitles[provider] }), 'success')
})

/** Converts a rejected read of an attempt into its end; any other read may be repeated. */
async function unlessRejected<T>(
  call: Promise<T>,
): Promise<T | { readonly is: 'rejected-read'; readonly status: 403 | 409 }> {
  try {
    return await call
  } catch (cause) {
    const status = httpStatusOf(cause)
    if (status === 403 || status === 409) return { is: 'rejected-read', status }
    throw cause
  }
}

/** Opens the window of the service. Call it synchronously in the user's click, or the browser blocks the window. */
export const openLinkWindowAtom = atom(null, (get, set): void => {
  const step = get(linkStepAtom)
  if (step.is !== 'social') return
  const { provider, secret, created } = step
  set(linkStepAtom, { ...step, isStarted: true })
  set(startSocialAttemptAtom, {
    ...{ provider, secret },
    create: async () => created,
    read: (getNow, setNow, id, signal) =>
      callWithSession(getNow, setNow, async (client, session) => {
        const input = { params: { id }, query: {}, signal }
        const attempt = await unlessRejected(client.call(getSocialAttempt, input, session))
        switch (attempt.is) {
          case 'waiting':
            return undefined
          case 'rejected-read':
            return attempt.status === 409 ? { is: 'failed', reason: 'taken' } : { is: 'expired' }
          case 'completed':
            setNow(updateEmbeddedAccountAtom, session.token, attempt.account)
            return { is: 'completed' }
          case 'cancelled':
            return { is: 'cancelled' }
          case 'failed':
            return attempt
        }
      }),
    onEnded: (_get, setNow, { is }) => {
      if (is === 'completed') setNow(finishLinkAtom, provider)
    },
  })
})

/** The link of a Farcaster account, while its view is mounted. */
export const farcasterLinkAtom = createFarcasterAtom({
  begin: async (get, set, signal) => {
    const begun = get(begunAtom)
    set(begunAtom, undefined)
    const next = begun ?? (await unlessRejected(beginFarcaster(get, set, signal)))
    return 'is' in next ? { is: 'failed', reason: 'unproved' } : next
  },
  read: (get, set, id, signal) =>
    callWithSession(get, set, async (client, session) => {
      const input = { params: { id }, query: {}, signal }
      const attempt = await unlessRejected(client.call(getFarcasterLink, input, session))
      switch (attempt.is) {
        case 'waiting':
          return undefined
        case 'rejected-read':
          return { is: 'failed', reason: attempt.status === 409 ? 'taken' : 'unproved' }
        case 'failed':
          return attempt.reason === 'expired' ? { is: 'expired' } : { is: 'failed', reason: attempt.reason }
        case 'completed':
          set(updateEmbeddedAccountAtom, session.token, attempt.account)
          return { is: 'completed' }
      }
    }),
  onEnded: (_get, set, { is }) => {
    if (is === 'completed') set(finishLinkAtom, 'farcaster')
  },
})
