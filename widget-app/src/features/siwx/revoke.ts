import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { signInSessionsAtom } from '#widget/domain/accounts/sign-in.ts'
import { atom } from '#widget/lib/state.ts'
import { authenticationAdapterOf } from './select-authentication.ts'

/** Key of an account across chains: its namespace and address, in lower case if the address is case-insensitive. */
export const accountKey = (namespace: Namespace, address: string): string =>
  `${namespace}:${address.startsWith('0x') ? address.toLowerCase() : address}`

/** Revokes all sessions of accounts (`accountKey`) that were disconnected or changed. */
export const revokeSessionsAtom = atom(null, async (get, set, keys: readonly string[]): Promise<void> => {
  const stored = get(signInSessionsAtom)
  const isRevoked = ({ data }: (typeof stored)[number]) =>
    keys.includes(accountKey(namespaceOf(data.chainId), data.accountAddress))
  const revoked = stored.filter(isRevoked)
  if (revoked.length === 0) return
  set(signInSessionsAtom, (sessions) => sessions.filter((session) => !isRevoked(session)))
  const authentication = authenticationAdapterOf(get, set)
  const revocations = revoked.map(({ data }) =>
    authentication.revoke({ chain: data.chainId, address: data.accountAddress }),
  )
  for (const result of await Promise.allSettled(revocations))
    if (result.status === 'rejected') get(portsAtom).log('A session could not be revoked', result.reason)
})
