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
  /** With room for the signatures, in base64. */
  readonly wire: string
  /** The message alone, in base64. */
  readonly message: string
}

/** Instructions that `writeTransaction` puts before those it is given. */
export const budgetInstructions = 2

/**
 * A transaction of these instructions, paid by the sender, in the legacy form that every wallet signs. Limit and price
 * are always said, also a price of zero: wallets leave them alone then, and the fee is the one that was estimated.
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
