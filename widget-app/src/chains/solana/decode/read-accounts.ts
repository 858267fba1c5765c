import type { JsonRpc } from '../../json-rpc.ts'
import { asAddress } from '../address.ts'
import { accountsSchema, type ChainAccount } from '../chain-records.ts'
import { confirmed } from '../rpc.ts'

/** Maximum number of accounts per call (`getMultipleAccounts`). */
const pageLength = 100

export type Accounts = ReadonlyMap<string, ChainAccount>

/**
 * Reads all of these accounts, in as many calls as needed; accounts that do not exist are omitted.
 * @throws as `rpc`, and TypeError if the node returns fewer accounts than requested: an account that was not read must not
 * count as one that does not exist.
 */
export async function readAccounts(
  rpc: JsonRpc,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Accounts> {
  const unique = [...new Set(addresses)].filter((one) => asAddress(one) !== undefined)
  const config = { ...confirmed, encoding: 'base64' }
  const pages = Array.from({ length: Math.ceil(unique.length / pageLength) }, async (_, at) => {
    const page = unique.slice(at * pageLength, (at + 1) * pageLength)
    const { value } = await rpc('getMultipleAccounts', [page, config], accountsSchema(), { signal })
    if (value.length !== page.length) throw new TypeError('The node did not answer for each account')
    return page.flatMap((address, index) => {
      const account = value[index]
      return account ? [[address, account] as const] : []
    })
  })
  return new Map((await Promise.all(pages)).flat())
}
