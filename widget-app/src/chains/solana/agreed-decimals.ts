import type { JsonRpc } from '../json-rpc.ts'
import { type Accounts, readAccounts } from './read-accounts.ts'
import { readMint } from './token-state.ts'

/**
 * Decimals by mint, as both endpoints of the network report them where there is a second; mints of which they report
 * different ones, or the second reports none, are left out. What is pinned is not asked for.
 * @throws the signal's reason.
 */
export async function agreedDecimals(
  accounts: Accounts,
  second: JsonRpc | undefined,
  isPinned: (mint: string) => boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const own = [...accounts].flatMap(([address, account]) => {
    const mint = isPinned(address) ? undefined : readMint(account)
    return mint ? [[address, mint.decimals] as const] : []
  })
  if (second === undefined || own.length === 0) return new Map(own)
  const addresses = own.map(([address]) => address)
  const others = await readAccounts(second, addresses, signal).catch((): Accounts => new Map())
  signal.throwIfAborted()
  return new Map(own.filter(([address, decimals]) => readMint(others.get(address))?.decimals === decimals))
}
