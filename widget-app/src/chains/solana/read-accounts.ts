import type { JsonRpc } from '../json-rpc.ts'
import { asAddress } from './address.ts'
import { accountsSchema, type ChainAccount } from './chain-records.ts'
import { confirmed } from './rpc.ts'

/** Nodes answer for so many accounts at once. */
export const accountLimit = 100

export type Accounts = ReadonlyMap<string, ChainAccount>

/** Reads accounts, unknown ones left out. */
export async function readAccounts(
  rpc: JsonRpc,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Accounts> {
  const wanted = [...new Set(addresses)].filter((one) => asAddress(one) !== undefined).slice(0, accountLimit)
  if (wanted.length === 0) return new Map()
  const config = { ...confirmed, encoding: 'base64' }
  const { value } = await rpc('getMultipleAccounts', [wanted, config], accountsSchema(), { signal })
  return new Map(
    wanted.flatMap((address, index) => {
      const account = value[index]
      return account ? [[address, account]] : []
    }),
  )
}
