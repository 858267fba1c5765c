import { type Address, getAddressDecoder } from '@solana/web3.js'
import type { JsonRpc } from '../../json-rpc.ts'
import { accountsSchema, type ChainAccount } from '../chain-records.ts'
import { lookupTableProgram } from '../programs.ts'
import { confirmed } from '../rpc.ts'
import type { LoadedAddresses } from './decode-transaction.ts'
import { type CompiledMessage, lookupsOf } from './parse-transaction.ts'

const headLength = 56
const addressLength = 32

/** The addresses of a table at these indices. @throws Error if the account is no table, or has no such index. */
function addressesAt(table: ChainAccount | null | undefined, indices: readonly number[]): readonly Address[] {
  if (table?.owner !== lookupTableProgram) throw new Error('A lookup table is missing')
  const { data } = table
  return indices.map((index) => {
    const start = headLength + index * addressLength
    if (start + addressLength > data.length) throw new Error('A lookup table has no such address')
    return getAddressDecoder().decode(data, start)
  })
}

/** The lookup tables that a message uses. */
export const tablesOf = (message: CompiledMessage): readonly Address[] =>
  lookupsOf(message).map(({ lookupTableAddress }) => lookupTableAddress)

/**
 * The addresses that a version 0 message loads from lookup tables; none for other messages. @throws if one cannot be loaded.
 */
export async function loadAddresses(
  rpc: JsonRpc,
  message: CompiledMessage,
  signal: AbortSignal,
): Promise<LoadedAddresses> {
  const lookups = lookupsOf(message)
  if (lookups.length === 0) return { writable: [], readonly: [] }
  const config = { ...confirmed, encoding: 'base64' }
  const params = [tablesOf(message), config]
  const { value } = await rpc('getMultipleAccounts', params, accountsSchema(), { signal })
  return {
    writable: lookups.flatMap(({ writableIndices }, table) => addressesAt(value[table], writableIndices)),
    readonly: lookups.flatMap(({ readableIndices }, table) => addressesAt(value[table], readableIndices)),
  }
}

/** Whether two reads of a message's tables returned the same addresses. */
export const isSameLoaded = (one: LoadedAddresses, other: LoadedAddresses): boolean =>
  JSON.stringify([one.writable, one.readonly]) === JSON.stringify([other.writable, other.readonly])
