import type { OAuthProviderId } from '#shared/api/embedded-social.ts'
import { socialStartUrl } from '#shared/api/embedded-social.ts'
import { apiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { runExclusively } from '#widget/domain/embedded-wallet/pending-logins.ts'
import { openPopup, watchPopup } from '#widget/lib/popup.ts'
import { atom, type Getter, resetOnUnmountAtom, type Setter } from '#widget/lib/state.ts'
import { awaitOutcome } from './await-outcome.ts'
import { type SendProblem, sendProblemOf } from './send-problem.ts'
import type { SocialLoginEnd } from './track-social-login.ts'

/** Why an attempt has failed. `taken`: the account to link belongs to another user; `other-user`: the user was to log in again, and this is another one. */
type Failure = 'rejected' | 'unavailable' | 'invalid' | 'taken' | 'other-user'

/** State of an attempt to log in with, or to link, the account of another service. */
export type SocialAttemptState =
  | { readonly is: 'opening' }
  /** The user compares `number` with the one in the window. */
  | { readonly is: 'waiting'; readonly number: string; readonly isReachable: boolean }
  | { readonly is: 'cancelled' | 'expired' | 'completed' }
  | { readonly is: 'failed'; readonly reason: Failure }
  /** The server did not create the attempt. */
  | { readonly is: 'not-started'; readonly problem: SendProblem }

/** The window in which the user logs in. */
export type SocialWindow =
  | { readonly is: 'open'; readonly show: () => void }
  /** Closed, or severed by the service: the two cannot be distinguished. */
  | { readonly is: 'closed' }
  /** `url` opens it as a link. */
  | { readonly is: 'blocked'; readonly url: string }

/** How an attempt ends; `store` stores what the server has returned, or resolves to false: it is another user's login. */
export type SocialOutcome =
  | { readonly is: 'cancelled' | 'expired' }
  | { readonly is: 'failed'; readonly reason: Failure }
  | { readonly is: 'completed'; readonly store?: () => Promise<boolean> }

/** An attempt that the server has created. */
export type CreatedAttempt = {
  readonly id: string
  readonly number: string
  readonly lifetimeSeconds: number
}

/** The calls of one attempt. */
export type SocialAttemptCalls = {
  readonly provider: OAuthProviderId
  /** 32 random bytes in hex, which the window and the attempt have in common; undefined: an earlier page has opened the window. */
  readonly secret: string | undefined
  /** @throws as `fetchEndpoint`. */
  readonly create: (get: Getter, set: Setter, signal: AbortSignal) => Promise<CreatedAttempt>
  /** Undefined while the user has not answered. @throws as `fetchEndpoint`. */
  readonly read: (
    get: Getter,
    set: Setter,
    id: string,
    signal: AbortSignal,
  ) => Promise<SocialOutcome | undefined>
  /** An attempt is followed; `expiresAtMs` in epoch milliseconds. */
  readonly onFollowed?: (get: Getter, set: Setter, created: CreatedAttempt, expiresAtMs: number) => void
  /** A followed attempt has ended, or the user has left it. */
  readonly onOver?: (get: Getter, set: Setter, id: string) => void
  /** Another tab follows the attempt of an earlier page. */
  readonly onTaken?: (get: Getter, set: Setter) => void
  /** The attempt has ended; `cancelled` too if the user has left its view. */
  readonly onEnded?: (get: Getter, set: Setter, end: SocialLoginEnd) => void
}

const windowSize = { widthPx: 480, heightPx: 720 }

const stateAtom = atom<SocialAttemptState>({ is: 'expired' })
const windowStateAtom = atom<SocialWindow>({ is: 'closed' })
const attemptAtom = atom<{ readonly end: () => void } | undefined>(undefined)

export const socialAttemptAtom = atom((get) => get(stateAtom))
export const socialWindowAtom = atom((get) => get(windowStateAtom))

/** Mounted by the view: a user who leaves it has cancelled the attempt. */
export const resetSocialAttemptAtom = resetOnUnmountAtom((get, set) => {
  get(attemptAtom)?.end()
  set(attemptAtom, undefined)
  set(stateAtom, { is: 'expired' })
})

/**
 * Creates the attempt for which the window waits, and reads it until it has ended. Undefined for `onTaken`. Rejects when the
 * signal aborts.
 */
const runAttemptAtom = atom(
  null,
  async (
    get,
    set,
    calls: SocialAttemptCalls,
    signal: AbortSignal,
  ): Promise<SocialAttemptState | undefined> => {
    const { clock } = get(portsAtom)
    const created = await calls
      .create(get, set, signal)
      .catch((cause: unknown) => ({ problem: sendProblemOf(cause, clock.now()) }))
    signal.throwIfAborted()
    if ('problem' in created) return { is: 'not-started', problem: created.problem }
    const { id, number, lifetimeSeconds } = created
    const expiresAtMs = clock.now() + lifetimeSeconds * 1_000
    const onReachable = (isReachable: boolean) => set(stateAtom, { is: 'waiting', number, isReachable })
    const follow = async (): Promise<SocialOutcome> => {
      signal.throwIfAborted()
      const end = () => calls.onOver?.(get, set, id)
      // At once: the user may return in the same task, for another attempt.
      signal.addEventListener('abort', end, { once: true })
      calls.onFollowed?.(get, set, created, expiresAtMs)
      onReachable(true)
      const ended = await awaitOutcome<SocialOutcome>({
        ...{ clock, signal, onReachable, pauseMs: 0, expiresAtMs },
        read: () => calls.read(get, set, id, signal),
      })
      signal.removeEventListener('abort', end)
      end()
      return ended
    }
    const outcome = (await runExclusively(get, id, follow)) ?? (calls.onTaken ? undefined : await follow())
    if (outcome?.is !== 'completed') return outcome
    if ('store' in outcome && !(await outcome.store?.())) return { is: 'failed', reason: 'other-user' }
    return { is: 'completed' }
  },
)

/**
 * Opens the window of a service, unless an earlier page has, and runs its attempt. Call it synchronously in the user's click, or
 * the browser blocks the window. The window keeps no reference to this document, which closes it as soon as the attempt has
 * ended.
 */
export const startSocialAttemptAtom = atom(null, (get, set, calls: SocialAttemptCalls): void => {
  const { clock, openWindow, page } = get(portsAtom)
  get(attemptAtom)?.end()
  const url = calls.secret && new URL(socialStartUrl(get(apiAtom).baseUrl, calls.secret), page.origin).href
  const popup = url === undefined ? undefined : openPopup(openWindow, url, windowSize)
  if (popup) set(windowStateAtom, { is: 'open', show: popup.focus })
  else set(windowStateAtom, url === undefined ? { is: 'closed' } : { is: 'blocked', url })
  set(stateAtom, { is: 'opening' })
  const stopWatch = popup && watchPopup(clock, popup, () => set(windowStateAtom, { is: 'closed' }))
  const controller = new AbortController()
  const end = (state: SocialAttemptState = { is: 'cancelled' }) => {
    if (controller.signal.aborted) return
    controller.abort()
    stopWatch?.()
    popup?.close()
    if (state.is !== 'opening' && state.is !== 'waiting') calls.onEnded?.(get, set, state)
  }
  set(attemptAtom, { end })
  const { signal } = controller
  set(runAttemptAtom, calls, signal).then(
    (state) => {
      if (signal.aborted) return
      if (state === undefined) {
        controller.abort()
        return calls.onTaken?.(get, set)
      }
      set(stateAtom, state)
      end(state)
    },
    (cause: unknown) => {
      if (!signal.aborted) get(portsAtom).log('An attempt to log in with another service has ended', cause)
    },
  )
})
