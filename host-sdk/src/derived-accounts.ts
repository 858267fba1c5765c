import type { AccountEntry } from '../../shared/channel/records/entries.ts'
import type { Drawbridge } from './drawbridge.ts'

/** The part of a bridge that the optional entries use. */
export type AccountReader = Pick<Drawbridge, 'accounts' | 'requestWallet'>

/**
 * Creates a getter for a bridge's accounts, each extended with a derived object such as a signer. An account keeps its
 * derived object while it is connected; instances share none.
 */
export function deriveAccounts<Extra extends object>(
  make: (bridge: AccountReader, account: AccountEntry) => Extra | undefined,
): (bridge: AccountReader) => readonly (AccountEntry & Extra)[] {
  const byBridge = new WeakMap<AccountReader, ReadonlyMap<string, Extra>>()
  return (bridge) => {
    const before = byBridge.get(bridge)
    const made = new Map<string, Extra>()
    const accounts = bridge.accounts.flatMap((account) => {
      const extra = before?.get(account.id) ?? make(bridge, account)
      if (extra === undefined) return []
      made.set(account.id, extra)
      return [{ ...account, ...extra }]
    })
    byBridge.set(bridge, made)
    return accounts
  }
}
