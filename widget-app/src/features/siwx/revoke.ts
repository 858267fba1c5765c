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
export const revokeSessionsAtom = atom(null, async (get, set, gone: readonly string[]): Promise<void> => {
  const kept = get(signInSessionsAtom)
  const isOver = ({ data }: (typeof kept)[number]) =>
    gone.includes(accountKey(namespaceOf(data.chainId), data.accountAddress))
  const over = kept.filter(isOver)
  if (over.length === 0) return
  set(signInSessionsAtom, (sessions) => sessions.filter((session) => !isOver(session)))
  const keeper = authenticationAdapterOf(get, set)
  const ends = over.map(({ data }) => keeper.revoke({ chain: data.chainId, address: data.accountAddress }))
  for (const end of await Promise.allSettled(ends))
    if (end.status === 'rejected') get(portsAtom).log('A session could not be revoked', end.reason)
})
