import { isWalletAccount } from '#shared/api/is-wallet-account.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import type { EmbeddedSession } from './session.ts'

/**
 * The e-mail address that the owner of an account has proved by logging in; undefined for accounts of other wallets, because
 * the session does not prove who owns those.
 */
export function provedEmail(session: EmbeddedSession | undefined, account: AccountId): string | undefined {
  const accounts = session?.account.accounts
  if (accounts === undefined || !isWalletAccount(accounts, account)) return undefined
  return session?.account.identities.find(({ provider }) => provider === 'email')?.name
}
