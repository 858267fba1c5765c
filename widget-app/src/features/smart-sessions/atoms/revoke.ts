import { addressOf } from '#shared/caip/account-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { smartSessionsKey } from '#widget/domain/accounts/smart-sessions.ts'
import { refetchQueriesAtom } from '#widget/lib/query.ts'
import { atom, promptAtom, resetOnUnmountAtom } from '#widget/lib/state.ts'
import { revoke } from '../actions.ts'
import { type AccountSession, nextRevoke, pciOf, type RevokeEvent, type RevokeState } from '../model.ts'
import { sessionsAtom, sessionTabAtom } from './sessions.ts'

const stateAtom = atom<RevokeState>({ is: 'idle' })

/** Progress of revoking a session; write events to it. */
export const revokeStateAtom = atom(
  (get) => get(stateAtom),
  (_get, set, event: RevokeEvent) => set(stateAtom, (state) => nextRevoke(state, event)),
)

const attemptAtom = atom<AbortController | undefined>(undefined)

/** The session that the wallet's signature names; of an unreadable session, only its id. */
function revocationOf(session: AccountSession, pci: string) {
  const { permissions, expiry } = session.is === 'session' ? session.session : { permissions: [], expiry: 0 }
  return { pci, permissions, expiry, address: addressOf(session.account) }
}

/** Revokes a session of the active account; a second click while one is under way does nothing. */
export const revokeAtom = promptAtom(null, async (get, set, session: AccountSession): Promise<void> => {
  const connection = get(activeConnectionAtom)
  const pci = pciOf(session)
  const { account } = session
  const ports = get(portsAtom)
  if (!connection || pci === undefined || get(revokeStateAtom).is !== 'idle') return
  const attempt = new AbortController()
  set(attemptAtom, attempt)
  const { signal } = attempt
  try {
    await revoke(
      {
        ports,
        api: get(blockchainApiAtom),
        signal,
        sign: async () => {
          const { smartSessions } = await ports.chains.adapter(connection.namespace)
          if (!smartSessions) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
          return smartSessions.revoke(connection, revocationOf(session, pci), { signal })
        },
        dispatch: (event) => set(revokeStateAtom, event),
      },
      account,
      pci,
    )
    if (get(revokeStateAtom).is !== 'revoked') return
    set(sessionTabAtom, 'revoked')
    await set(sessionsAtom(account))
  } catch (error) {
    if (!signal.aborted) throw error
  }
})

/** Mounted by the view: unmounting aborts the attempt, and discards a signature that the wallet returns later. */
export const resetOnLeaveAtom = resetOnUnmountAtom((get, set) => {
  // The refetched list shows what the service did.
  if (get(stateAtom).is === 'revoking') void set(refetchQueriesAtom, smartSessionsKey)
  get(attemptAtom)?.abort(new DOMException('The view was left', 'AbortError'))
  set(revokeStateAtom, { is: 'left' })
})
