import { portsAtom } from '#widget/core/ports.ts'
import { runExclusively } from '#widget/domain/embedded-wallet/pending-logins.ts'
import { atom, type Getter, type Setter, type WritableAtom } from '#widget/lib/state.ts'
import { awaitOutcome } from './await-outcome.ts'
import { type SendProblem, sendProblemOf } from './send-problem.ts'
import type { SocialLoginEnd } from './track-social-login.ts'

/** Why an attempt has failed. `taken`: the account to link belongs to another user; `other-user`: the user was to log in again, and this is another one; `unproved`: the user has to be proved again. */
type Failure = 'invalid-message' | 'wrong-signer' | 'taken' | 'unproved' | 'other-user'

/** State of an attempt to log in with, or to link, a Farcaster account. */
export type FarcasterState =
  | { readonly is: 'starting' }
  /** `url` is for the QR code and the link; `renewed` counts the codes before this one. `expiresAtMs` in epoch milliseconds. */
  | {
      readonly is: 'waiting'
      readonly url: string
      readonly expiresAtMs: number
      readonly renewed: number
      readonly isReachable: boolean
    }
  | { readonly is: 'completed' }
  | { readonly is: 'failed'; readonly reason: Failure }
  /** The server did not create the attempt. */
  | { readonly is: 'not-started'; readonly problem: SendProblem }

/** How an attempt ends; `store` stores what the server has returned, or resolves to false: it is another user's login. */
export type FarcasterOutcome =
  | { readonly is: 'expired' }
  | { readonly is: 'failed'; readonly reason: Failure }
  | { readonly is: 'completed'; readonly store?: () => Promise<boolean> }

/** An attempt that the server has created. */
export type BegunAttempt = {
  readonly id: string
  readonly url: string
  readonly lifetimeSeconds: number
  readonly pollSeconds: number
}

/** The calls of attempts. */
type FarcasterCalls = {
  /** @throws as `fetchEndpoint`. */
  readonly begin: (
    get: Getter,
    set: Setter,
    signal: AbortSignal,
  ) => Promise<BegunAttempt | Extract<FarcasterOutcome, { is: 'failed' }>>
  /** Undefined while the phone has not answered. @throws as `fetchEndpoint`. */
  readonly read: (
    get: Getter,
    set: Setter,
    id: string,
    signal: AbortSignal,
  ) => Promise<FarcasterOutcome | undefined>
  /** The attempt of an earlier page, to be continued in place of a new one. */
  readonly resume?: (get: Getter) => BegunAttempt | undefined
  /** An attempt is followed; `expiresAtMs` in epoch milliseconds. */
  readonly onFollowed?: (get: Getter, set: Setter, begun: BegunAttempt, expiresAtMs: number) => void
  /** A followed attempt has ended, or the user has left it. */
  readonly onOver?: (get: Getter, set: Setter, id: string) => void
  readonly onStarted?: (get: Getter, set: Setter) => void
  /** The attempts have ended; `cancelled` if the user has left the view. */
  readonly onEnded?: (get: Getter, set: Setter, end: SocialLoginEnd) => void
}

/** An atom over attempts of one purpose, and what starts them again. */
export type FarcasterAtom = WritableAtom<FarcasterState, ['start' | 'leave'], void>

/**
 * Creates an atom over attempts with Farcaster. They start when it mounts and end when it unmounts; a code that expires is replaced
 * by a new one. `start` starts again.
 */
export function createFarcasterAtom(calls: FarcasterCalls): FarcasterAtom {
  const { begin, read, resume, onFollowed, onOver, onStarted, onEnded } = calls
  const stateAtom = atom<FarcasterState>({ is: 'starting' })
  const attemptAtom = atom<AbortController | undefined>(undefined)

  type Followed = {
    readonly begun: BegunAttempt
    readonly isResumed: boolean
    readonly renewed: number
    readonly signal: AbortSignal
  }

  /** Undefined if the attempt is resumed, and another tab follows it. Rejects when the signal aborts. */
  const followAtom = atom(null, async (get, set, { begun, isResumed, renewed, signal }: Followed) => {
    const follow = async (): Promise<FarcasterOutcome> => {
      signal.throwIfAborted()
      const { clock } = get(portsAtom)
      const { id, url, lifetimeSeconds, pollSeconds } = begun
      const expiresAtMs = clock.now() + lifetimeSeconds * 1_000
      const onReachable = (isReachable: boolean) =>
        set(stateAtom, { is: 'waiting', url, expiresAtMs, renewed, isReachable })
      const end = () => onOver?.(get, set, id)
      // At once: the user may return in the same task, for another attempt.
      signal.addEventListener('abort', end, { once: true })
      onFollowed?.(get, set, begun, expiresAtMs)
      onReachable(true)
      const outcome = await awaitOutcome<FarcasterOutcome>({
        ...{ clock, signal, expiresAtMs, onReachable, pauseMs: pollSeconds * 1_000 },
        ...(isResumed && { firstPauseMs: 0 }),
        read: () => read(get, set, id, signal),
      })
      signal.removeEventListener('abort', end)
      end()
      return outcome
    }
    return (await runExclusively(get, begun.id, follow)) ?? (isResumed ? undefined : await follow())
  })

  /** One code, until the phone has answered or the code has expired. Rejects when the signal aborts. */
  const runAttemptAtom = atom(
    null,
    async (get, set, renewed: number, signal: AbortSignal): Promise<FarcasterOutcome | FarcasterState> => {
      const { clock } = get(portsAtom)
      const earlier = renewed === 0 ? resume?.(get) : undefined
      const resumed = earlier && (await set(followAtom, { begun: earlier, isResumed: true, renewed, signal }))
      if (resumed) return resumed
      const begun = await begin(get, set, signal).catch((cause: unknown) => ({
        problem: sendProblemOf(cause, clock.now()),
      }))
      signal.throwIfAborted()
      if ('problem' in begun) return { is: 'not-started', problem: begun.problem }
      if ('is' in begun) return begun
      const outcome = await set(followAtom, { begun, isResumed: false, renewed, signal })
      return outcome ?? { is: 'expired' }
    },
  )

  /** Rejects when the signal aborts. */
  const runAtom = atom(null, async (_get, set, signal: AbortSignal): Promise<FarcasterState> => {
    for (let renewed = 0; ; renewed += 1) {
      const outcome = await set(runAttemptAtom, renewed, signal)
      signal.throwIfAborted()
      if (outcome.is === 'expired') continue
      if (outcome.is !== 'completed') return outcome
      if ('store' in outcome && !(await outcome.store?.())) return { is: 'failed', reason: 'other-user' }
      return { is: 'completed' }
    }
  })

  const attempts: FarcasterAtom = atom(
    (get) => get(stateAtom),
    (get, set, command: 'start' | 'leave') => {
      const former = get(attemptAtom)
      former?.abort()
      if (former) onEnded?.(get, set, { is: 'cancelled' })
      set(stateAtom, { is: 'starting' })
      if (command === 'leave') return set(attemptAtom, undefined)
      const attempt = new AbortController()
      set(attemptAtom, attempt)
      onStarted?.(get, set)
      set(runAtom, attempt.signal).then(
        (state) => {
          if (attempt.signal.aborted) return
          set(attemptAtom, undefined)
          set(stateAtom, state)
          if (state.is !== 'starting' && state.is !== 'waiting') onEnded?.(get, set, state)
        },
        (cause: unknown) => {
          if (!attempt.signal.aborted) get(portsAtom).log('An attempt with Farcaster has ended', cause)
        },
      )
    },
  )
  attempts.onMount = (send) => {
    send('start')
    return () => send('leave')
  }
  return attempts
}
