import type { AccountEntry } from '../../shared/channel/records/entries.ts'
import type { Drawbridge } from './drawbridge.ts'

/** Of a bridge, what the optional entries are made of. */
export type AccountReader = Pick<Drawbridge, 'accounts' | 'requestWallet'>

/**
 * Makes a reading of a bridge's accounts with something of their own, such as a signer, added to each. An account keeps
 * what was made for it as long as it is connected, whatever else changes; instances do not meet.
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
