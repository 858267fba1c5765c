import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  type CompilableTransactionMessage,
  compileTransaction,
  createTransactionMessage,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  type IInstruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import { computeUnitLimit, computeUnitPrice } from './instructions.ts'

export type MessageParts = {
  readonly from: Address
  readonly instructions: readonly IInstruction[]
  readonly computeUnitLimit: number
  readonly microLamportsPerUnit: bigint
  readonly blockhash: Blockhash
  readonly lastValidBlockHeight: number
}

/** A transaction before it is signed. */
export type UnsignedTransaction = {
  /** With space for the signatures, in base64. */
  readonly wire: string
  /** The message alone, in base64. */
  readonly message: string
}

/** Number of instructions that `writeTransaction` adds before the given ones. */
export const budgetInstructions = 2

/**
 * Writes a transaction of these instructions, paid by the sender, in the legacy form that every wallet signs. It always sets
 * limit and price, also a price of zero, so that wallets do not change them and the fee is the estimated one.
 */
export function writeTransaction(parts: MessageParts): UnsignedTransaction {
  const { from, blockhash, lastValidBlockHeight } = parts
  const budget = [computeUnitLimit(parts.computeUnitLimit), computeUnitPrice(parts.microLamportsPerUnit)]
  const message: CompilableTransactionMessage = appendTransactionMessageInstructions(
    [...budget, ...parts.instructions],
    setTransactionMessageLifetimeUsingBlockhash(
      { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) },
      setTransactionMessageFeePayer(from, createTransactionMessage({ version: 'legacy' })),
    ),
  )
  const transaction = compileTransaction(message)
  return {
    wire: getBase64EncodedWireTransaction(transaction),
    message: getBase64Decoder().decode(transaction.messageBytes),
  }
}
