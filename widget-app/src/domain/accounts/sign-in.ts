import { type AccountId, accountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import { type SignInSession, signInSessionSchema } from '#shared/channel/records/sign-in-session.ts'
import type { SiwxConfig } from '#shared/config/siwx-config.ts'
import { isWithinValidity } from '#shared/siwx/validate-message.ts'
import { listOf } from '#shared/wire-schema.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import type { View, ViewName } from '#widget/core/view.ts'
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

/** What the host wishes of signing in; undefined: it is not enabled. */
export const signInConfigAtom = atom((get): SiwxConfig | undefined => get(hostConfigAtom).siwx)

/** Whether the wallets of the last visit are back, or given up: from then on whoever connects does so now. */
export const isReconnectSettledAtom = atom(false)

const sessionsSchema = listOf(signInSessionSchema, 64)

/** Sessions of this site, latest first (SPEC §3): who signed in, with what. Only the sign-in commands write it. */
export const signInSessionsAtom = storedAtom<readonly SignInSession[]>(
  scopedKey('signIns'),
  () => sessionsSchema,
  [],
)

/** Whether two addresses of one namespace are the same; hex is without case. */
export const isSameAddress = (left: string, right: string): boolean =>
  left === right || (left.startsWith('0x') && left.toLowerCase() === right.toLowerCase())

/** An account on its chain. */
export type ChainAccount = { readonly chain: ChainId; readonly address: string }

/** Whether a session is an account's: of its chain, or, where one signature stands for all, of its namespace. */
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
  const wish = get(signInConfigAtom)
  const now = get(portsAtom).clock.now()
  return (
    wish &&
    get(signInSessionsAtom).find(
      (session) => isSessionOf(session, account, wish.scope) && isWithinValidity(session.data, now),
    )
  )
}

/** The account in use in the active namespace. */
const accountInUse = (get: Getter): Connection | undefined => {
  const namespace = get(activeNamespaceAtom)
  return namespace === undefined ? undefined : currentConnection(get(connectionsAtom)[namespace])
}

/** The account in use, while nobody signed in with it: who should, and whether they may go without. */
export type SignInRequirement = { readonly account: AccountId; readonly isRequired: boolean }

/** SPEC §4 sign-in flow 1: enabled, connected, on a network of the site, and no session. */
export const signInRequirementAtom = atom((get): SignInRequirement | undefined => {
  const wish = get(signInConfigAtom)
  const connection = wish && accountInUse(get)
  if (!connection || !get(configuredChainIdsAtom).includes(connection.chain)) return undefined
  const [address] = connection.accounts
  if (sessionOf(get, { chain: connection.chain, address })) return undefined
  return { account: accountId(connection.chain, address), isRequired: wish.required !== false }
})

/** Whether nobody goes on without signing in (SPEC §4 sign-in flow 6). */
export const requiresSignInAtom = atom((get): boolean => get(signInRequirementAtom)?.isRequired === true)

/** Connections of the last visit which count only once the user has signed in with them (SPEC §4 sign-in flow 6). */
export const unsignedConnectionsAtom = atom((get): readonly Connection[] => {
  const wish = get(signInConfigAtom)
  if (!wish || wish.required === false) return []
  const networks = get(configuredChainIdsAtom)
  const connectedNow = get(connectedThisVisitAtom)
  return Object.values(get(connectionsAtom))
    .flatMap(currentConnections)
    .filter(
      ({ handle, chain, accounts: [address] }) =>
        !connectedNow.has(handle) && networks.includes(chain) && !sessionOf(get, { chain, address }),
    )
})

/** Accounts of which an e-mail address was taken, or for which the person did not want to give one, in this visit. */
export const emailCapturedAtom = atom<readonly AccountId[]>([])

/**
 * Whether an e-mail address is asked for before the signature, and with a way past it or not: the project's word
 * (`emailCapture`, SPEC §3), and where it leaves that to the site, `siwx.email`. Only the API can confirm one.
 */
export const emailOptionAtom = atom((get): 'pending' | 'required' | 'optional' | undefined => {
  if (get(signInConfigAtom)?.mode !== 'hosted') return undefined
  const standing = get(featureAtom('emailCapture'))
  if (standing.is === 'off') return undefined
  if (standing.is === 'pending') return 'pending'
  return standing.choices.includes('required') ? 'required' : 'optional'
})

/** SPEC §4 sign-in flow 1–2: what asks the account in use; undefined when nothing has to be asked. */
export const signInViewAtom = atom((get): View | undefined => {
  const need = get(signInRequirementAtom)
  if (!need) return undefined
  // While it is pending the view of the address waits, and goes on by itself where none is wanted.
  const isWanted = get(emailOptionAtom) !== undefined && !get(emailCapturedAtom).includes(need.account)
  return { name: isWanted ? 'DataCapture' : 'SIWXSignMessage' }
})

/** Views of signing in: whoever closes one of them while it is required cancels it (SPEC §4 sign-in flow 5). */
export const signInViews: ReadonlySet<ViewName> = new Set([
  'SIWXSignMessage',
  'DataCapture',
  'DataCaptureOtpConfirm',
])

/** The connected accounts in use that signed in, for the host; undefined where signing in is not enabled. */
export const signedInAtom = atom((get): readonly AccountId[] | undefined => {
  if (!get(signInConfigAtom)) return undefined
  return Object.values(get(connectionsAtom)).flatMap((state) => {
    const held = currentConnection(state)
    if (!held) return []
    const account = { chain: held.chain, address: held.accounts[0] }
    return sessionOf(get, account) ? [accountId(account.chain, account.address)] : []
  })
})

/** An account id in its parts. */
export const chainAccount = (id: AccountId): ChainAccount => ({ chain: chainOf(id), address: addressOf(id) })
