import type { IdentityProvider } from '#shared/api/embedded-account.ts'
import { getFarcasterLink, postFarcasterLink } from '#shared/api/embedded-farcaster.ts'
import { postIdentityRemoval } from '#shared/api/embedded-identities.ts'
import { getSocialAttempt, type OAuthProviderId, postSocialAttempt } from '#shared/api/embedded-social.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { offeredSocialsAtom, type SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { embeddedSessionAtom, updateEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession, refreshEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, type Getter, resetOnUnmountAtom, type Setter } from '#widget/lib/state.ts'
import { eventsAtom } from './account-lists.ts'
import { siteAtom } from './address.ts'
import { type BegunAttempt, createFarcasterAtom } from './farcaster-attempt.ts'
import { type CreatedAttempt, startSocialAttemptAtom } from './social-attempt.ts'
import { createSocialSecret } from './social-login.ts'
import { socialTitles } from './socials.ts'

/** Step of linking the account of another service as a further login. */
export type LinkStep =
  | { readonly is: 'none' }
  /** The user chooses a service. */
  | { readonly is: 'choosing' }
  /** The server has created the attempt, so the user is proved; the window of the service opens with a click. */
  | {
      readonly is: 'social'
      readonly provider: OAuthProviderId
      readonly secret: string
      readonly created: CreatedAttempt
      /** Whether the user has opened the window. */
      readonly isStarted: boolean
    }
  | { readonly is: 'farcaster' }

const stepAtom = atom<LinkStep>({ is: 'none' })
/** The attempt that proved that the user may link; the first code of Farcaster. */
const begunAtom = atom<BegunAttempt | undefined>(undefined)

export const linkStepAtom = atom((get) => get(stepAtom))

/** Shows the services to choose from. */
export const chooseLinkAtom = atom(null, (_get, set) => set(stepAtom, { is: 'choosing' }))

/** Leaves the link. */
export const leaveLinkAtom = atom(null, (_get, set) => set(stepAtom, { is: 'none' }))

/** Mounted by the view: a link ends when the user leaves it. */
export const resetLinkAtom = resetOnUnmountAtom((_get, set) => set(stepAtom, { is: 'none' }))

const beginFarcaster = (get: Getter, set: Setter, signal?: AbortSignal): Promise<BegunAttempt> =>
  callWithSession(get, set, (client, session) => {
    const input = { params: {}, query: {}, body: { site: get(siteAtom) }, ...(signal && { signal }) }
    return client.call(postFarcasterLink, input, session)
  })

/**
 * Creates the attempt to link a service's account, and shows the step that continues it.
 * @throws as `callWithSession`; `http/status` 403 if the server requires another proof of the user first.
 */
export const prepareLinkAtom = atom(null, async (get, set, provider: SocialId): Promise<void> => {
  if (provider === 'farcaster') {
    set(begunAtom, await beginFarcaster(get, set))
    return set(stepAtom, { is: 'farcaster' })
  }
  const secret = createSocialSecret()
  const created = await callWithSession(get, set, (client, session) => {
    const body = { provider, secret, site: get(siteAtom) }
    return client.call(postSocialAttempt, { params: {}, query: {}, body }, session)
  })
  set(stepAtom, { is: 'social', provider, secret, created, isStarted: false })
})

/** Shows that an account is linked. */
const finishLinkAtom = atom(null, (get, set, provider: SocialId) => {
  set(stepAtom, { is: 'none' })
  set(showToastAtom, get(translateAtom)('logins.added', { provider: socialTitles[provider] }), 'success')
  void set(eventsAtom)
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
  const step = get(stepAtom)
  if (step.is !== 'social') return
  const { provider, secret, created } = step
  set(stepAtom, { ...step, isStarted: true })
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
    onCompleted: (_get, setNow) => setNow(finishLinkAtom, provider),
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
  onCompleted: (_get, set) => set(finishLinkAtom, 'farcaster'),
})

/**
 * Removes a login, unless the user has none of this service any more.
 * @throws as `callWithSession`; `http/status` 403 as of `prepareLinkAtom`, 409 for the last way to log in.
 */
export const unlinkLoginAtom = atom(
  null,
  (get, set, provider: IdentityProvider): Promise<void> =>
    callWithSession(get, set, async (client, session) => {
      try {
        const input = { params: {}, query: {}, body: { provider } }
        const { account } = await client.call(postIdentityRemoval, input, session)
        set(updateEmbeddedAccountAtom, session.token, account)
      } catch (cause) {
        if (httpStatusOf(cause) !== 404) throw cause
        await set(refreshEmbeddedAccountAtom)
      }
    }),
)

/** Services that the deployment offers, and that the user has not linked. */
export const linkableSocialsAtom = atom((get): readonly SocialId[] => {
  const identities = get(embeddedSessionAtom)?.account.identities ?? []
  return get(offeredSocialsAtom).filter((id) => !identities.some(({ provider }) => provider === id))
})

/** Whether the user could still log in without one of the identities (the server counts passkeys too). */
export const canUnlinkAtom = atom((get): boolean => {
  const account = get(embeddedSessionAtom)?.account
  return account !== undefined && account.identities.length + account.passkeys.length > 1
})
