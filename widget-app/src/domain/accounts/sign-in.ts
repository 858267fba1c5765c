import { type AccountId, accountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import { type SignInSession, signInSessionSchema } from '#shared/channel/records/sign-in-session.ts'
import type { SiwxConfig } from '#shared/config/siwx-config.ts'
import { isWithinValidity } from '#shared/siwx/validity.ts'
import { listOf } from '#shared/wire-schema.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import type { View } from '#widget/core/view.ts'
import { configuredChainIdsAtom } from '#widget/domain/networks/networks.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { activeNamespaceAtom } from './active-network.ts'
import {
  connectedThisVisitAtom,
  connectionsAtom,
  currentConnection,
  currentConnections,
} from './connections.ts'

/** The host's sign-in options; undefined: sign-in is not enabled. */
export const signInConfigAtom = atom((get): SiwxConfig | undefined => get(hostConfigAtom).siwx)

/** Whether reconnecting the wallets of the last visit has finished or failed; later connections are new. */
export const isReconnectSettledAtom = atom(false)

const sessionsSchema = listOf(signInSessionSchema, 64)

/** Sign-in sessions of this host, latest first (SPEC §3). Only the sign-in commands write it. */
export const signInSessionsAtom = storedAtom<readonly SignInSession[]>(
  scopedKey('signIns'),
  () => sessionsSchema,
  [],
)

/** Whether two addresses of one namespace are the same; hex is case-insensitive. */
export const isSameAddress = (left: string, right: string): boolean =>
  left === right || (left.startsWith('0x') && left.toLowerCase() === right.toLowerCase())

/** An account on its chain. */
export type ChainAccount = { readonly chain: ChainId; readonly address: string }

/** Whether a session belongs to an account: same chain, or, if one signature covers all chains, same namespace. */
export function isSessionOf(
  { data }: SignInSession,
  { chain, address }: ChainAccount,
  scope: SiwxConfig['scope'],
): boolean {
  const isThere =
    scope === 'address' ? namespaceOf(data.chainId) === namespaceOf(chain) : data.chainId === chain
  return isThere && isSameAddress(data.accountAddress, address)
}

function sessionOf(get: Getter, account: ChainAccount): SignInSession | undefined {
  const config = get(signInConfigAtom)
  const now = get(portsAtom).clock.now()
  return (
    config &&
    get(signInSessionsAtom).find(
      (session) => isSessionOf(session, account, config.scope) && isWithinValidity(session.data, now),
    )
  )
}

/** The active connection of the active namespace. */
const activeConnection = (get: Getter): Connection | undefined => {
  const namespace = get(activeNamespaceAtom)
  return namespace === undefined ? undefined : currentConnection(get(connectionsAtom)[namespace])
}

/** The active account without a session, and whether signing in is required. */
export type SignInRequirement = { readonly account: AccountId; readonly isRequired: boolean }

/** SPEC §4 sign-in flow 1: enabled, connected, on a network of the host, and no session. */
export const signInRequirementAtom = atom((get): SignInRequirement | undefined => {
  const config = get(signInConfigAtom)
  const connection = config && activeConnection(get)
  if (!connection || !get(configuredChainIdsAtom).includes(connection.chain)) return undefined
  const [address] = connection.accounts
  if (sessionOf(get, { chain: connection.chain, address })) return undefined
  return { account: accountId(connection.chain, address), isRequired: config.required !== false }
})

/** Whether the user cannot continue without signing in (SPEC §4 sign-in flow 6). */
export const requiresSignInAtom = atom((get): boolean => get(signInRequirementAtom)?.isRequired === true)

/** Connections of the last visit that count only after the user has signed in with them (SPEC §4 sign-in flow 6). */
export const unsignedConnectionsAtom = atom((get): readonly Connection[] => {
  const config = get(signInConfigAtom)
  if (!config || config.required === false) return []
  const networks = get(configuredChainIdsAtom)
  const connectedThisVisit = get(connectedThisVisitAtom)
  return Object.values(get(connectionsAtom))
    .flatMap(currentConnections)
    .filter(
      ({ handle, chain, accounts: [address] }) =>
        !connectedThisVisit.has(handle) && networks.includes(chain) && !sessionOf(get, { chain, address }),
    )
})

/** Accounts for which an e-mail address was captured or skipped in this visit. */
export const emailCapturedAtom = atom<readonly AccountId[]>([])

/**
 * Whether e-mail capture comes before the signature, and whether it is required: the project's setting (`emailCapture`, SPEC
 * §3), or `siwx.email` if the project leaves it to the host. Only the API can confirm an address.
 */
export const emailOptionAtom = atom((get): 'pending' | 'required' | 'optional' | undefined => {
  if (get(signInConfigAtom)?.mode !== 'hosted') return undefined
  const feature = get(featureAtom('emailCapture'))
  if (feature.is === 'off') return undefined
  if (feature.is === 'pending') return 'pending'
  return feature.choices.includes('required') ? 'required' : 'optional'
})

/** SPEC §4 sign-in flow 1–2: the view for the active account; undefined if no sign-in is needed. */
export const signInViewAtom = atom((get): View | undefined => {
  const requirement = get(signInRequirementAtom)
  if (!requirement) return undefined
  // While it is pending, the e-mail view waits, and continues by itself if no address is needed.
  const needsEmail =
    get(emailOptionAtom) !== undefined && !get(emailCapturedAtom).includes(requirement.account)
  return { name: needsEmail ? 'DataCapture' : 'SIWXSignMessage' }
})

/** The active accounts that signed in, for the host; undefined if sign-in is not enabled. */
export const signedInAtom = atom((get): readonly AccountId[] | undefined => {
  if (!get(signInConfigAtom)) return undefined
  return Object.values(get(connectionsAtom)).flatMap((state) => {
    const active = currentConnection(state)
    if (!active) return []
    const account = { chain: active.chain, address: active.accounts[0] }
    return sessionOf(get, account) ? [accountId(account.chain, account.address)] : []
  })
})

/** Splits an account id into chain and address. */
export const chainAccount = (id: AccountId): ChainAccount => ({ chain: chainOf(id), address: addressOf(id) })
