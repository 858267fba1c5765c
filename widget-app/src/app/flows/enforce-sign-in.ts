import type { AccountId } from '#shared/caip/account-id.ts'
import { isWithinValidity, timeOf } from '#shared/siwx/validity.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeAccountAtom, currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import {
  type ChainAccount,
  isSessionOf,
  signInConfigAtom,
  signInRequirementAtom,
  signInSessionsAtom,
  unsignedConnectionsAtom,
} from '#widget/domain/accounts/sign-in.ts'
import { disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { activeSession } from '#widget/features/siwx/actions.ts'
import { accountKey, revokeSessionsAtom } from '#widget/features/siwx/revoke.ts'
import { authenticationAdapterOf } from '#widget/features/siwx/select-authentication.ts'
import { atom } from '#widget/lib/state.ts'
import { showSignInAtom } from './sign-in.ts'

/** The previous state, to detect changes: connected accounts, and the active one. */
type AccountSnapshot = { readonly connectedKeys: ReadonlySet<string>; readonly active: AccountId | undefined }
const snapshotAtom = atom<AccountSnapshot>({ connectedKeys: new Set<string>(), active: undefined })

/** Connected accounts by namespace and address. */
const connectedKeysAtom = atom(
  (get): ReadonlySet<string> =>
    new Set(
      get(currentConnectionsAtom).flatMap(({ namespace, accounts }) =>
        accounts.map((address) => accountKey(namespace, address)),
      ),
    ),
)

const timerAtom = atom({ stop: () => {} })
/** Browsers fire longer timers at once; a longer session is checked again. */
const maxTimeoutMs = 2 ** 31 - 1

/** Deletes expired sessions, and schedules the next check. */
export const dropExpiredAtom = atom(null, (get, set) => {
  get(timerAtom).stop()
  const { clock } = get(portsAtom)
  const storedSessions = get(signInSessionsAtom)
  const validSessions = storedSessions.filter(({ data }) => isWithinValidity(data, clock.now()))
  if (validSessions.length < storedSessions.length) set(signInSessionsAtom, validSessions)
  const ends = validSessions.flatMap(({ data }) => (data.expirationTime ? [timeOf(data.expirationTime)] : []))
  if (ends.length === 0) return
  const waitMs = Math.min(maxTimeoutMs, Math.min(...ends) - clock.now())
  const stop = clock.after(waitMs, () => set(recheckAtom))
  set(timerAtom, { stop })
})

/** An atom cannot set itself, except with a value. */
const recheckAtom = atom(null, (_get, set) => set(dropExpiredAtom))

/**
 * Reacts to changed accounts and networks. Sessions of disconnected accounts are revoked. Another active account or network
 * must sign in: always if the host requires it, else only if the previous one had signed in.
 */
export const enforceSignInAtom = atom(null, (get, set) => {
  if (!get(signInConfigAtom)) return
  const before = get(snapshotAtom)
  const connectedKeys = get(connectedKeysAtom)
  const active = get(activeAccountAtom)
  set(snapshotAtom, { connectedKeys, active })
  set(dropExpiredAtom)
  const disconnectedKeys = [...before.connectedKeys].filter((key) => !connectedKeys.has(key))
  if (disconnectedKeys.length > 0) void set(revokeSessionsAtom, disconnectedKeys)
  const requirement = get(signInRequirementAtom)
  if (!requirement || active === before.active || active === undefined) return
  const [formerChain = '', formerAddress = ''] = before.active?.split(/:(?=[^:]*$)/) ?? []
  const hadSession = get(signInSessionsAtom).some(
    ({ data }) => data.chainId === formerChain && data.accountAddress === formerAddress,
  )
  if (requirement.isRequired || before.active === undefined || hadSession) set(showSignInAtom)
})

/** Whether the session store still has a session for an account; true if it cannot be reached. */
const isSessionStoredAtom = atom(null, async (get, set, account: ChainAccount): Promise<boolean> => {
  const { clock, log } = get(portsAtom)
  try {
    const sessions = await authenticationAdapterOf(get, set).sessions(account)
    return activeSession(sessions, account, get(signInConfigAtom)?.scope, clock.now()) !== undefined
  } catch (cause) {
    log('The session could not be checked', cause)
    return true
  }
})

/** Revokes sessions that ended elsewhere, such as at the host's backend. */
const confirmSessionsAtom = atom(null, async (get, set): Promise<void> => {
  const signInConfig = get(signInConfigAtom)
  const sessions = get(signInSessionsAtom)
  const signed = get(currentConnectionsAtom).filter(({ chain, accounts: [address] }) =>
    sessions.some((session) => isSessionOf(session, { chain, address }, signInConfig?.scope)),
  )
  await Promise.all(
    signed.map(async ({ namespace, walletId, chain, accounts: [address] }) => {
      if (await set(isSessionStoredAtom, { chain, address })) return
      await set(revokeSessionsAtom, [accountKey(namespace, address)])
      if (signInConfig?.required !== false) await set(disconnectAtom, { namespace, walletId })
    }),
  )
})

/**
 * Runs after the enabled wallets have reconnected: if sign-in is required, disconnects wallets without a session, because
 * the widget prompts for nothing before the user acts.
 */
export const settleReconnectedAtom = atom(null, async (get, set): Promise<void> => {
  const signInConfig = get(signInConfigAtom)
  set(snapshotAtom, { connectedKeys: get(connectedKeysAtom), active: get(activeAccountAtom) })
  if (!signInConfig) return
  set(dropExpiredAtom)
  void set(confirmSessionsAtom)
  const unsigned = get(unsignedConnectionsAtom)
  await Promise.all(unsigned.map(({ namespace, walletId }) => set(disconnectAtom, { namespace, walletId })))
  set(snapshotAtom, { connectedKeys: get(connectedKeysAtom), active: get(activeAccountAtom) })
})
