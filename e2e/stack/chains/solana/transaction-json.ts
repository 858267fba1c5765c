import type { Address } from '@solana/kit'
import { RpcError } from '../../rpc-error.ts'
import { memoProgram, systemProgram, tokenPrograms } from './addresses.ts'
import { isWritable, type LandedTransaction } from './ledger.ts'
import { rpcCodes } from './rpc-codes.ts'
import { tokenAmountJson } from './token-state.ts'
import { toBase58, toBase64 } from './wire-transaction.ts'

export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64'
type SentTransaction = NonNullable<LandedTransaction['sent']>
type Instruction = {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly stackHeight: number | null
}

const instructionsOf = ({ message }: SentTransaction): readonly Instruction[] =>
  message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
    programIdIndex: programAddressIndex,
    accounts: accountIndices ?? [],
    data: Uint8Array.from(data ?? []),
    stackHeight: null,
  }))

const innerInstructionsOf = ({ result }: SentTransaction) =>
  result
    .innerInstructions()
    .map((list, index) => ({
      index,
      instructions: list.map((inner): Instruction => {
        const instruction = inner.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: instruction.data(),
          stackHeight: inner.stackHeight(),
        }
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0)

const toCompiledInstruction = (instruction: Instruction) => ({
  ...instruction,
  data: toBase58(instruction.data),
})

/** The parsed form of transfers and memos; other instructions stay encoded. */
function toParsedInstruction(
  { programIdIndex, accounts, data, stackHeight }: Instruction,
  keys: readonly Address[],
): object {
  const programId = keys[programIdIndex] ?? systemProgram
  const [a, b, c, d] = accounts.map((index) => keys[index])
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const toParsedJson = (program: string, content: unknown) => ({
    program,
    programId,
    parsed: content,
    stackHeight,
  })
  if (programId === memoProgram) return toParsedJson('spl-memo', new TextDecoder().decode(data))
  if (programId === systemProgram && data.length === 12 && data[0] === 2) {
    const info = { source: a, destination: b, lamports: Number(view.getBigUint64(4, true)) }
    return toParsedJson('system', { type: 'transfer', info })
  }
  if (tokenPrograms.includes(programId) && data.length === 9 && data[0] === 3) {
    const info = { source: a, destination: b, authority: c, amount: view.getBigUint64(1, true).toString() }
    return toParsedJson('spl-token', { type: 'transfer', info })
  }
  if (tokenPrograms.includes(programId) && data.length === 10 && data[0] === 12) {
    const tokenAmount = tokenAmountJson(view.getBigUint64(1, true), data[9] ?? 0)
    const info = { source: a, mint: b, destination: c, authority: d, tokenAmount }
    return toParsedJson('spl-token', { type: 'transferChecked', info })
  }
  return { programId, accounts: accounts.map((index) => keys[index]), data: toBase58(data), stackHeight }
}

function metaJson(
  { error, keys }: LandedTransaction,
  sent: SentTransaction,
  encoding: TransactionEncoding,
): object {
  const toInstructionJson = (instruction: Instruction) =>
    encoding === 'jsonParsed'
      ? toParsedInstruction(instruction, keys.all)
      : toCompiledInstruction(instruction)
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee: Number(sent.fee),
    preBalances: sent.preBalances,
    postBalances: sent.postBalances,
    preTokenBalances: sent.preTokenBalances,
    postTokenBalances: sent.postTokenBalances,
    logMessages: sent.result.logs(),
    computeUnitsConsumed: Number(sent.result.computeUnitsConsumed()),
    innerInstructions: innerInstructionsOf(sent).map(({ index, instructions }) => ({
      index,
      instructions: instructions.map(toInstructionJson),
    })),
    loadedAddresses: keys.loaded,
    rewards: [],
  }
}

function messageJson(
  { keys }: LandedTransaction,
  sent: SentTransaction,
  encoding: TransactionEncoding,
): object {
  const { message } = sent
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  if (encoding === 'jsonParsed') {
    const accountKeys = keys.all.map((pubkey, index) => ({
      pubkey,
      signer: index < numSignerAccounts,
      writable: isWritable(message, keys, index),
      source: index < message.staticAccounts.length ? 'transaction' : 'lookupTable',
    }))
    const instructions = instructionsOf(sent).map((each) => toParsedInstruction(each, keys.all))
    return { accountKeys, recentBlockhash: message.lifetimeToken, instructions }
  }
  const header = {
    numRequiredSignatures: numSignerAccounts,
    numReadonlySignedAccounts: numReadonlySignerAccounts,
    numReadonlyUnsignedAccounts: numReadonlyNonSignerAccounts,
  }
  const common = {
    header,
    accountKeys: message.staticAccounts,
    recentBlockhash: message.lifetimeToken,
    instructions: instructionsOf(sent).map(toCompiledInstruction),
  }
  if (message.version === 'legacy') return common
  const addressTableLookups = (message.addressTableLookups ?? []).map((lookup) => ({
    accountKey: lookup.lookupTableAddress,
    writableIndexes: [...lookup.writableIndexes],
    readonlyIndexes: [...lookup.readonlyIndexes],
  }))
  return { ...common, addressTableLookups }
}

/**
 * A transaction in the form that `getTransaction` returns.
 * @throws RpcError −32015 for version 0 when the caller supports only legacy transactions.
 */
export function transactionJson(
  landed: LandedTransaction,
  sent: SentTransaction,
  encoding: TransactionEncoding,
  maxVersion: number | undefined,
): object {
  const { version } = sent.message
  if (version !== 'legacy' && maxVersion === undefined) {
    const text = `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`
    throw new RpcError(rpcCodes.unsupportedTransactionVersion, text)
  }
  const signatures = Object.values(sent.transaction.signatures).flatMap((bytes) =>
    bytes === null ? [] : [toBase58(bytes)],
  )
  const transaction =
    encoding === 'base64'
      ? [toBase64(sent.bytes), 'base64']
      : encoding === 'base58'
        ? [toBase58(sent.bytes), 'base58']
        : { signatures, message: messageJson(landed, sent, encoding) }
  return {
    slot: landed.slot,
    blockTime: landed.blockTime,
    meta: metaJson(landed, sent, encoding),
    transaction,
    ...(maxVersion === undefined ? {} : { version }),
  }
}
