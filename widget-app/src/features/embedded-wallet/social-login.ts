import {
  getSocialAttempt,
  type OAuthProviderId,
  postSocialAttempt,
  socialStartUrl,
} from '#shared/api/embedded-social.ts'
import { randomId } from '#shared/channel/random-id.ts'
import { apiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { completeLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import type { EmbeddedSession } from '#widget/domain/embedded-wallet/session.ts'
import { openPopup, watchPopup } from '#widget/lib/popup.ts'
import { atom, type Getter, resetOnUnmountAtom } from '#widget/lib/state.ts'
import { siteAtom } from './address.ts'
import { awaitOutcome } from './await-outcome.ts'
import { type SendProblem, sendProblemOf } from './send-problem.ts'

/** State of a login with the account of another service. */
export type SocialLoginState =
  | { readonly is: 'opening' }
  /** The user compares `number` with the one in the window. */
  | { readonly is: 'waiting'; readonly number: string; readonly isReachable: boolean }
  | { readonly is: 'cancelled' | 'expired' | 'completed' }
  /** `other-user`: the user was to log in again, and this is another one. */
  | { readonly is: 'failed'; readonly reason: 'rejected' | 'unavailable' | 'invalid' | 'other-user' }
  /** The server did not create the attempt. */
  | { readonly is: 'not-started'; readonly problem: SendProblem }

/** The window in which the user logs in. */
export type SocialWindow =
  | { readonly is: 'open'; readonly show: () => void }
  /** Closed, or severed by the service: the two cannot be distinguished. */
  | { readonly is: 'closed' }
  /** `url` opens it as a link. */
  | { readonly is: 'blocked'; readonly url: string }

type Outcome =
  | { readonly is: 'cancelled' }
  | { readonly is: 'failed'; readonly reason: 'rejected' | 'unavailable' | 'invalid' }
  | { readonly is: 'completed'; readonly session: EmbeddedSession }

const windowSize = { widthPx: 480, heightPx: 720 }

const stateAtom = atom<SocialLoginState>({ is: 'expired' })
const windowStateAtom = atom<SocialWindow>({ is: 'closed' })
const attemptAtom = atom<{ readonly end: () => void } | undefined>(undefined)

export const socialLoginAtom = atom((get) => get(stateAtom))
export const socialWindowAtom = atom((get) => get(windowStateAtom))

/** Mounted by the view: a user who leaves it has cancelled the login. */
export const resetSocialLoginAtom = resetOnUnmountAtom((get, set) => {
  get(attemptAtom)?.end()
  set(attemptAtom, undefined)
  set(stateAtom, { is: 'expired' })
})

async function readAttempt(get: Getter, id: string, signal: AbortSignal): Promise<Outcome | undefined> {
  const attempt = await get(embeddedApiAtom).call(getSocialAttempt, { params: { id }, query: {}, signal })
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
      return token === undefined
        ? { is: 'failed', reason: 'invalid' }
        : { is: 'completed', session: { token, account } }
    }
  }
}

type Attempt = { readonly provider: OAuthProviderId; readonly secret: string; readonly signal: AbortSignal }

/** Creates the attempt for which the window waits, and reads it until it has ended. Rejects when the signal aborts. */
const runAttemptAtom = atom(
  null,
  async (get, set, { provider, secret, signal }: Attempt): Promise<SocialLoginState> => {
    const { clock } = get(portsAtom)
    const body = { provider, secret, site: get(siteAtom) }
    const created = await get(embeddedApiAtom)
      .call(postSocialAttempt, { params: {}, query: {}, body, signal })
      .catch((cause: unknown) => ({ problem: sendProblemOf(cause, clock.now()) }))
    signal.throwIfAborted()
    if ('problem' in created) return { is: 'not-started', problem: created.problem }
    const { id, number, lifetimeSeconds } = created
    const onReachable = (isReachable: boolean) => set(stateAtom, { is: 'waiting', number, isReachable })
    onReachable(true)
    const outcome = await awaitOutcome<Outcome>({
      ...{ clock, signal, onReachable, pauseMs: 0, expiresAtMs: clock.now() + lifetimeSeconds * 1_000 },
      read: () => readAttempt(get, id, signal),
    })
    if (outcome.is !== 'completed') return outcome
    const isAccepted = await set(completeLoginAtom, outcome.session)
    return isAccepted ? { is: 'completed' } : { is: 'failed', reason: 'other-user' }
  },
)

/**
 * Opens the window of a service and creates its attempt. Call it synchronously in the user's click, or the browser blocks the
 * window. The window keeps no reference to this document, which closes it as soon as the login has ended.
 */
export const startSocialLoginAtom = atom(null, (get, set, provider: OAuthProviderId): void => {
  const { clock, openWindow, page } = get(portsAtom)
  get(attemptAtom)?.end()
  const secret = `${randomId()}${randomId()}`
  const url = new URL(socialStartUrl(get(apiAtom).baseUrl, secret), page.origin).href
  const popup = openPopup(openWindow, url, windowSize)
  set(windowStateAtom, popup ? { is: 'open', show: popup.focus } : { is: 'blocked', url })
  set(stateAtom, { is: 'opening' })
  const stopWatch = popup && watchPopup(clock, popup, () => set(windowStateAtom, { is: 'closed' }))
  const controller = new AbortController()
  const end = () => {
    controller.abort()
    stopWatch?.()
    popup?.close()
  }
  set(attemptAtom, { end })
  const { signal } = controller
  set(runAttemptAtom, { provider, secret, signal }).then(
    (state) => {
      if (signal.aborted) return
      end()
      set(stateAtom, state)
    },
    (cause: unknown) => {
      if (!signal.aborted) get(portsAtom).log('The social login has ended', cause)
    },
  )
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
