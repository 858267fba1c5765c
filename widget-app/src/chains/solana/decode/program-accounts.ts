import type { JsonRpc } from '../../json-rpc.ts'
import { systemProgram } from '../programs.ts'
import { readAccounts } from './read-accounts.ts'

/**
 * The addresses that are accounts of a program: token accounts, program-derived accounts, and programs.
 * Only the program's rules decide whether native amounts sent to them can be returned. An address without an account has no
 * owner yet, and is a normal recipient.
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
