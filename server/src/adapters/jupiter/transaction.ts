import {
  type Address,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  type ReadonlyUint8Array,
} from '@solana/web3.js'
import * as z from '../../../../shared/zod.ts'

/** An instruction: a program, its accounts and its data. */
export type Instruction = {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

type CompiledMessage = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>

/** An unsigned transaction with one signer. */
export type UnsignedTransaction = {
  /** Its only signer, which also pays the fee. */
  readonly signer: Address
  /** Address lookup tables of its accounts. */
  readonly tables: readonly Address[]
  readonly message: CompiledMessage
}

/** Maximum size of a packet. */
const wireMaxLength = 1_232
const signatureLength = 64
const lookupTableProgram = 'AddressLookupTab1e1111111111111111111111111'
/** Header size of a lookup table, before its addresses. */
const tableHeaderLength = 56
const addressLength = 32

const isSame = (a: ReadonlyUint8Array, b: ReadonlyUint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

const lookupsOf = (message: CompiledMessage) =>
  message.version === 'legacy' ? [] : (message.addressTableLookups ?? [])

/**
 * Parses a transaction, legacy or version 0; undefined unless it is the canonical encoding of the parsed message, with
 * exactly one signer and no signature.
 */
export function parseUnsigned(base64: string): UnsignedTransaction | undefined {
  const wire = new Uint8Array(Buffer.from(base64, 'base64'))
  if (wire.length > wireMaxLength || Buffer.from(wire).toString('base64') !== base64) return undefined
  try {
    const { messageBytes } = getTransactionDecoder().decode(wire)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const isKnownVersion = message.version === 'legacy' || message.version === 0
    if (!isKnownVersion || !isSame(getCompiledTransactionMessageEncoder().encode(message), messageBytes))
      return undefined
    const [signer] = message.staticAccounts
    const start = 1 + signatureLength
    const isUnsigned =
      wire[0] === 1 &&
      wire.length === start + messageBytes.length &&
      wire.slice(1, start).every((byte) => byte === 0)
    if (message.header.numSignerAccounts !== 1 || signer === undefined || !isUnsigned) return undefined
    return { signer, message, tables: lookupsOf(message).map((lookup) => lookup.lookupTableAddress) }
  } catch {
    return undefined
  }
}

/** Result of `getMultipleAccounts` with base64. */
export const tableAccountsSchema = () =>
  z.object({
    value: z.array(
      z.nullable(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) })),
    ),
  })
export type TableAccounts = z.output<ReturnType<typeof tableAccountsSchema>>['value']

/** @throws RangeError for an index outside the table. */
function addressesAt(account: TableAccounts[number] | undefined, indices: readonly number[]): Address[] {
  if (account?.owner !== lookupTableProgram) throw new RangeError('No lookup table')
  const data = new Uint8Array(Buffer.from(account.data[0], 'base64'))
  return indices.map((index) => {
    const start = tableHeaderLength + index * addressLength
    if (start + addressLength > data.length) throw new RangeError('No such address')
    return getAddressDecoder().decode(data, start)
  })
}

/**
 * Instructions of a transaction, with the addresses of its lookup tables, given in the order of `tables`; undefined when an
 * address is missing, or a program is not in the message itself.
 */
export function instructionsOf(
  { message }: UnsignedTransaction,
  tables: TableAccounts,
): readonly Instruction[] | undefined {
  try {
    const lookups = lookupsOf(message)
    const writable = lookups.flatMap((lookup, at) => addressesAt(tables[at], lookup.writableIndices))
    const readonly = lookups.flatMap((lookup, at) => addressesAt(tables[at], lookup.readableIndices))
    const accounts = [...message.staticAccounts, ...writable, ...readonly]
    return message.instructions.map(
      ({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => {
        const program = message.staticAccounts[programAddressIndex]
        const named = accountIndices.flatMap((index) => accounts[index] ?? [])
        if (program === undefined || named.length !== accountIndices.length)
          throw new RangeError('No such account')
        return { program, accounts: named, data: Uint8Array.from(data) }
      },
    )
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
