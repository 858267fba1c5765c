import type { JsonRpc } from '../../json-rpc.ts'
import { systemProgram } from '../programs.ts'
import { readAccounts } from './read-accounts.ts'

/**
 * Those of the addresses that are accounts of a program: token accounts, accounts of programs without a key, and programs.
 * Coins that they get are the program's to give back, by its own rules. An address without an account has no owner yet, and is a
 * plain receiver.
 * @throws as `readAccounts`.
 */
export async function programAccountsAmong(
  rpc: JsonRpc,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const accounts = await readAccounts(rpc, addresses, signal)
  return addresses.filter((address) => {
    const account = accounts.get(address)
    return account !== undefined && account.owner !== systemProgram
  })
}
