import { callWithSession } from '#widget/domain/embedded-wallet/session-calls.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { atom, type WritableAtom } from '#widget/lib/state.ts'

/** A list of the server. */
export type ServerList<T> =
  | { readonly is: 'loading' }
  | { readonly is: 'ready'; readonly items: readonly T[] }
  | { readonly is: 'failed'; readonly details: ErrorDetails }

type Fetch<T> = (client: DpopClient, session: { readonly token: string }) => Promise<readonly T[]>

/**
 * An atom over a list of the user's session. It loads when it mounts, and again when it is written; the former list stays
 * meanwhile. It is forgotten when it unmounts: another user may log in.
 */
export function createServerList<T>(fetch: Fetch<T>): WritableAtom<ServerList<T>, [], Promise<void>> {
  const stateAtom = atom<ServerList<T>>({ is: 'loading' })
  const attemptAtom = atom<object>({})
  const loadAtom = atom(null, async (get, set): Promise<void> => {
    const attempt = {}
    set(attemptAtom, attempt)
    const finish = (state: ServerList<T>) => {
      if (get(attemptAtom) === attempt) set(stateAtom, state)
    }
    if (get(stateAtom).is === 'failed') set(stateAtom, { is: 'loading' })
    try {
      finish({ is: 'ready', items: await callWithSession(get, set, fetch) })
    } catch (cause) {
      finish({ is: 'failed', details: errorDetails(cause) })
    }
  })
  const mountedAtom = atom(
    (get) => get(stateAtom),
    async (_get, set, isMounted: boolean): Promise<void> => {
      if (isMounted) return set(loadAtom)
      set(attemptAtom, {})
      set(stateAtom, { is: 'loading' })
    },
  )
  mountedAtom.onMount = (setMounted) => {
    void setMounted(true)
    return () => void setMounted(false)
  }
  return atom(
    (get) => get(mountedAtom),
    (_get, set) => set(loadAtom),
  )
}
