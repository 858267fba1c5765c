import {
  type Address,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/web3.js'
import type { JsonRpc } from '../json-rpc.ts'
import { accountsSchema } from './chain-records.ts'
import type { LoadedAddresses } from './read-transaction.ts'
import { confirmed } from './rpc.ts'

const headLength = 56
const addressLength = 32

/** The addresses a version 0 transaction takes out of lookup tables; none for others. @throws when one cannot be had. */
export async function loadAddresses(
  rpc: JsonRpc,
  wire: Uint8Array,
  signal: AbortSignal,
): Promise<LoadedAddresses> {
  const { messageBytes } = getTransactionDecoder().decode(wire)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : []
  if (lookups.length === 0) return { writable: [], readonly: [] }
  const tables = lookups.map((lookup) => lookup.lookupTableAddress)
  const config = { ...confirmed, encoding: 'base64' }
  const { value } = await rpc('getMultipleAccounts', [tables, config], accountsSchema(), { signal })
  const at = (table: number, indices: readonly number[]): readonly Address[] =>
    indices.map((index) => {
      const data = value[table]?.data
      if (data === undefined) throw new Error('A lookup table is missing')
      return getAddressDecoder().decode(data, headLength + index * addressLength)
    })
  return {
    writable: lookups.flatMap((lookup, table) => at(table, lookup.writableIndices)),
    readonly: lookups.flatMap((lookup, table) => at(table, lookup.readableIndices)),
  }
}
