import { getFarcasterAttempt, postFarcasterAttempt } from '#shared/api/embedded-farcaster.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { completeLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import type { EmbeddedSession } from '#widget/domain/embedded-wallet/session.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { siteAtom } from './address.ts'
import { awaitOutcome } from './await-outcome.ts'
import { type SendProblem, sendProblemOf } from './send-problem.ts'

/** State of a login with a Farcaster account. */
export type FarcasterLoginState =
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
  /** `other-user`: the user was to log in again, and this is another one. */
  | { readonly is: 'failed'; readonly reason: 'invalid-message' | 'wrong-signer' | 'other-user' }
  /** The server did not create the attempt. */
  | { readonly is: 'not-started'; readonly problem: SendProblem }

type Outcome =
  | { readonly is: 'expired' }
  | { readonly is: 'failed'; readonly reason: 'invalid-message' | 'wrong-signer' }
  | { readonly is: 'completed'; readonly session: EmbeddedSession }

const stateAtom = atom<FarcasterLoginState>({ is: 'starting' })
const attemptAtom = atom<AbortController | undefined>(undefined)

async function readAttempt(get: Getter, id: string, signal: AbortSignal): Promise<Outcome | undefined> {
  const attempt = await get(embeddedApiAtom).call(getFarcasterAttempt, { params: { id }, query: {}, signal })
  switch (attempt.is) {
    case 'waiting':
      return undefined
    case 'failed':
      return attempt.reason === 'expired' ? { is: 'expired' } : { is: 'failed', reason: attempt.reason }
    case 'completed':
      return { is: 'completed', session: { token: attempt.token, account: attempt.account } }
  }
}

/** One code, until the phone has answered or the code has expired. Rejects when the signal aborts. */
const runAttemptAtom = atom(
  null,
  async (get, set, renewed: number, signal: AbortSignal): Promise<Outcome | FarcasterLoginState> => {
    const { clock } = get(portsAtom)
    const input = { params: {}, query: {}, body: { site: get(siteAtom) }, signal }
    const begun = await get(embeddedApiAtom)
      .call(postFarcasterAttempt, input)
      .catch((cause: unknown) => ({ problem: sendProblemOf(cause, clock.now()) }))
    signal.throwIfAborted()
    if ('problem' in begun) return { is: 'not-started', problem: begun.problem }
    const { id, url, lifetimeSeconds, pollSeconds } = begun
    const expiresAtMs = clock.now() + lifetimeSeconds * 1_000
    const onReachable = (isReachable: boolean) =>
      set(stateAtom, { is: 'waiting', url, expiresAtMs, renewed, isReachable })
    onReachable(true)
    return awaitOutcome<Outcome>({
      ...{ clock, signal, expiresAtMs, onReachable, pauseMs: pollSeconds * 1_000 },
      read: () => readAttempt(get, id, signal),
    })
  },
)

const runAtom = atom(null, async (_get, set, signal: AbortSignal): Promise<void> => {
  for (let renewed = 0; ; renewed += 1) {
    const outcome = await set(runAttemptAtom, renewed, signal)
    signal.throwIfAborted()
    if (outcome.is === 'expired') continue
    if (!('session' in outcome)) return set(stateAtom, outcome)
    const isAccepted = await set(completeLoginAtom, outcome.session)
    return set(stateAtom, isAccepted ? { is: 'completed' } : { is: 'failed', reason: 'other-user' })
  }
})

/**
 * The login with Farcaster. It starts when its view mounts and ends when it unmounts; a code that expires is replaced by a new
 * one. `start` starts it again.
 */
export const farcasterLoginAtom = atom(
  (get) => get(stateAtom),
  (get, set, command: 'start' | 'leave') => {
    get(attemptAtom)?.abort()
    set(stateAtom, { is: 'starting' })
    if (command === 'leave') return set(attemptAtom, undefined)
    const attempt = new AbortController()
    set(attemptAtom, attempt)
    set(runAtom, attempt.signal).catch((cause: unknown) => {
      if (!attempt.signal.aborted) get(portsAtom).log('The login with Farcaster has ended', cause)
    })
  },
)
farcasterLoginAtom.onMount = (send) => {
  send('start')
  return () => send('leave')
}
