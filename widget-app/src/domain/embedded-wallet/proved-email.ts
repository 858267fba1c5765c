import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { isSameAddress } from '#widget/domain/accounts/sign-in.ts'
import type { EmbeddedSession } from './session.ts'

/**
 * The e-mail address that the owner of an account has proved by logging in; undefined for accounts of other wallets, because
 * the session does not prove who owns those. Polkadot accounts are not recognized: their address depends on the network.
 */
export function provedEmail(session: EmbeddedSession | undefined, account: AccountId): string | undefined {
  const accounts = session?.account.accounts
  const namespace = namespaceOf(chainOf(account))
  const own = namespace === 'eip155' || namespace === 'solana' ? accounts?.[namespace] : undefined
  if (own === undefined || !isSameAddress(own, addressOf(account))) return undefined
  return session?.account.identities.find(({ provider }) => provider === 'email')?.name
}
