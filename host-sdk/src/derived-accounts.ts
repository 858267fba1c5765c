import type { AccountEntry } from '../../shared/channel/records/entries.ts'
import type { Drawbridge } from './drawbridge.ts'

/** The part of a bridge that the optional entries use. */
export type AccountReader = Pick<Drawbridge, 'accounts' | 'requestWallet'>

/**
 * Creates a getter for a bridge's accounts, each extended with a derived object such as a signer. An account keeps its
 * derived object while it is connected; instances share none.
 */
export function deriveAccounts<Extra extends object>(
  derive: (bridge: AccountReader, account: AccountEntry) => Extra | undefined,
): (bridge: AccountReader) => readonly (AccountEntry & Extra)[] {
  const byBridge = new WeakMap<AccountReader, ReadonlyMap<string, Extra>>()
  return (bridge) => {
    const before = byBridge.get(bridge)
    const derivedById = new Map<string, Extra>()
    const accounts = bridge.accounts.flatMap((account) => {
      const extra = before?.get(account.id) ?? derive(bridge, account)
      if (extra === undefined) return []
      derivedById.set(account.id, extra)
      return [{ ...account, ...extra }]
    })
    byBridge.set(bridge, derivedById)
    return accounts
  }
}
