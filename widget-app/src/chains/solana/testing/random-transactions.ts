import {
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  type CompiledTransactionMessage,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import fc from 'fast-check'
import {
  budgetProgram,
  type Cast,
  type RandomInstruction,
  randomInstruction,
  systemProgram,
  token2022Program,
} from './random-instructions.ts'
import { u32, u64 } from './transactions.ts'

/** A lookup table of the chain that transactions are written for. */
export type CastTable = { readonly address: Address; readonly addresses: readonly Address[] }

/** A change to the bytes of an encoded transaction. */
type WireChange = {
  readonly kind: 'byte' | 'append' | 'cut' | 'version' | 'long count'
  readonly at: number
  readonly byte: number
}

export type RandomTransaction = {
  readonly instructions: readonly RandomInstruction[]
  readonly version: 'legacy' | 0
  readonly payer: Address
  readonly budget: { readonly limit: number; readonly price: bigint } | undefined
  readonly usesTable: boolean
  readonly change: WireChange | undefined
}

const changes = fc.record({
  kind: fc.constantFrom(
    'byte' as const,
    'byte' as const,
    'append' as const,
    'cut' as const,
    'version' as const,
    'long count' as const,
  ),
  at: fc.nat({ max: 1_231 }),
  byte: fc.nat({ max: 255 }),
})

/** Random transactions; `changedPercent` is the share of changed instructions, and of changed bytes, in percent. */
export const randomTransaction = (cast: Cast, changedPercent: number): fc.Arbitrary<RandomTransaction> =>
  fc.record({
    instructions: fc.oneof(
      {
        weight: 2,
        arbitrary: fc.array(randomInstruction(cast, changedPercent), { minLength: 1, maxLength: 1 }),
      },
      { weight: 2, arbitrary: fc.array(randomInstruction(cast, changedPercent), { maxLength: 4 }) },
    ),
    version: fc.constantFrom('legacy' as const, 0 as const),
    payer: fc.oneof(
      { weight: 9, arbitrary: fc.constant(cast.account) },
      { weight: 1, arbitrary: fc.constant(cast.other) },
    ),
    budget: fc.oneof(
      fc.constant(undefined),
      fc.record({
        limit: fc.nat({ max: 1_400_000 }),
        price: fc.constantFrom(0n, 1n, 1_000n, 7_142_857n, 7_142_858n, 10n ** 12n, 2n ** 64n - 1n),
      }),
    ),
    usesTable: fc.boolean(),
    change: fc.oneof(
      { weight: 100 - changedPercent, arbitrary: fc.constant(undefined) },
      { weight: changedPercent, arbitrary: changes },
    ),
  })

const budgetOf = ({
  limit,
  price,
}: {
  readonly limit: number
  readonly price: bigint
}): readonly Instruction[] => [
  { programAddress: budgetProgram, data: Uint8Array.from([2, ...u32(limit)]) },
  { programAddress: budgetProgram, data: Uint8Array.from([3, ...u64(price)]) },
]

/** The transaction as kit encodes it. */
export function encoded(
  { instructions, version, payer, budget, usesTable }: RandomTransaction,
  lifetime: string,
  table?: CastTable,
): Uint8Array {
  const all = [
    ...(budget === undefined ? [] : budgetOf(budget)),
    ...instructions.map(({ instruction }) => instruction),
  ]
  const until = { blockhash: blockhash(lifetime), lastValidBlockHeight: 1n }
  const written = (of: 'legacy' | 0) => {
    if (of === 'legacy') {
      const empty = setTransactionMessageFeePayer(payer, createTransactionMessage({ version: 'legacy' }))
      return compileTransaction(
        appendTransactionMessageInstructions(all, setTransactionMessageLifetimeUsingBlockhash(until, empty)),
      )
    }
    const empty = setTransactionMessageFeePayer(payer, createTransactionMessage({ version: 0 }))
    const message = appendTransactionMessageInstructions(
      all,
      setTransactionMessageLifetimeUsingBlockhash(until, empty),
    )
    return compileTransaction(
      usesTable && table !== undefined
        ? compressTransactionMessageUsingAddressLookupTables(message, {
            [table.address]: [...table.addresses],
          })
        : message,
    )
  }
  return Uint8Array.from(getTransactionEncoder().encode(written(version)))
}

/** The changed bytes; unchanged if there is no change. */
export function changed(wire: Uint8Array, change: WireChange | undefined): Uint8Array {
  const bytes = [...wire]
  if (change === undefined) return wire
  const { kind, at, byte } = change
  if (kind === 'byte') bytes[at % bytes.length] = byte
  if (kind === 'append') bytes.push(byte)
  if (kind === 'cut') bytes.splice(at % bytes.length)
  const messageAt = 1 + 64 * (wire[0] ?? 0)
  if (kind === 'version')
    bytes.splice(messageAt, (bytes[messageAt] ?? 0) >= 128 ? 1 : 0, 128 + (1 + (byte % 127)))
  if (kind === 'long count') bytes.splice(0, 1, (bytes[0] ?? 0) + 128, 0)
  return Uint8Array.from(bytes)
}

/** An instruction as kit decodes it. */
export type DecodedInstruction = {
  readonly program: string | undefined
  readonly accounts: readonly (string | undefined)[]
  readonly data: readonly number[]
}

/** A transaction as kit decodes it. @throws if the bytes are not a transaction. */
export function decoded(wire: Uint8Array, table?: CastTable) {
  const { messageBytes } = getTransactionDecoder().decode(wire)
  const message: CompiledTransactionMessage = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (message.version !== 'legacy' && message.version !== 0) throw new Error('The version is another one')
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : []
  const at = (lookup: string, index: number) =>
    lookup === table?.address ? table.addresses[index] : undefined
  const loaded = {
    writable: lookups.flatMap((one) => one.writableIndexes.map((index) => at(one.lookupTableAddress, index))),
    readonly: lookups.flatMap((one) => one.readonlyIndexes.map((index) => at(one.lookupTableAddress, index))),
  }
  const keys = [...message.staticAccounts, ...loaded.writable, ...loaded.readonly]
  return {
    loaded,
    signers: message.staticAccounts.slice(0, message.header.numSignerAccounts),
    hasLookups: lookups.length > 0,
    keys,
    instructions: message.instructions.map(
      ({ programAddressIndex, accountIndices = [], data = [] }): DecodedInstruction => ({
        program: keys[programAddressIndex],
        accounts: accountIndices.map((index) => keys[index]),
        data: [...data],
      }),
    ),
  }
}

export type Decoded = ReturnType<typeof decoded>

/** Effect of an allow-listed transaction: one transfer. */
export type PlainTransfer = {
  readonly to: string | undefined
  readonly value: bigint
  readonly contract: string | undefined
}

const numberOf = (bytes: readonly number[]): bigint =>
  bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)

const budgetLengths: Readonly<Record<number, number>> = { 1: 5, 2: 5, 3: 9, 4: 5 }
const feeBound = 10_000_000n

/** Whether all budget instructions are known and their fee is at most 0.01 SOL. */
function hasLowFee(budget: readonly DecodedInstruction[], others: number): boolean {
  if (budget.some(({ data }) => data.length !== budgetLengths[data[0] ?? 0])) return false
  const of = (tag: number) =>
    budget.filter(({ data }) => data[0] === tag).map(({ data }) => numberOf(data.slice(1)))
  const max = (values: readonly bigint[]) => values.toSorted((a, b) => (a > b ? -1 : 1))[0] ?? 0n
  const limits = of(2)
  const limitUnits = limits.length > 0 ? max(limits) : BigInt(200_000 * others)
  const units = limitUnits > 1_400_000n ? 1_400_000n : limitUnits
  return units * max(of(3)) <= feeBound * 1_000_000n
}

/**
 * The single transfer of an allow-listed transaction, by its bytes only: a native transfer of the account, or a
 * TransferChecked of a token in `bundled`; no other signer, no lookup table, no fee above the bound. `undefined` for all
 * others.
 */
export function plainTransfer(
  { signers, hasLookups, instructions }: Decoded,
  account: string,
  bundled: readonly string[],
): PlainTransfer | undefined {
  const budget = instructions.filter(({ program }) => program === budgetProgram)
  const [single, ...more] = instructions.filter(({ program }) => program !== budgetProgram)
  if (single === undefined || more.length > 0 || hasLookups) return undefined
  if (signers.length !== 1 || signers[0] !== account || !hasLowFee(budget, 1)) return undefined
  const { program, accounts, data } = single
  const [first, second, third, fourth] = accounts
  const isSystem = program === systemProgram && data.length === 12 && numberOf(data.slice(0, 4)) === 2n
  if (isSystem && first === account && second !== undefined)
    return { to: second, value: numberOf(data.slice(4)), contract: undefined }
  const isToken = program === token2022Program || program === 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const isChecked = isToken && data.length === 10 && data[0] === 12 && fourth === account
  return isChecked && second !== undefined && bundled.includes(second)
    ? { to: third, value: numberOf(data.slice(1, 9)), contract: second }
    : undefined
}
