import { type Address, getCompiledTransactionMessageDecoder } from '@solana/web3.js'
import { decodeTransaction } from './decode-transaction.ts'

/** Whether a message to sign is the message of a transaction: its signature would be valid for the transaction. */
export function isTransactionMessage(bytes: Uint8Array): boolean {
  if (decodeTransaction(bytes) !== undefined) return true
  try {
    const { instructions, staticAccounts } = getCompiledTransactionMessageDecoder().decode(bytes)
    return instructions.length > 0 && staticAccounts.length > 1
  } catch {
    return false
  }
}

/** Whether bytes, even if they are readable as text, are the message of a transaction that this account signs. */
export function isSignedAsTransaction(bytes: Uint8Array, account: Address): boolean {
  try {
    const { header, instructions, staticAccounts } = getCompiledTransactionMessageDecoder().decode(bytes)
    return instructions.length > 0 && staticAccounts.slice(0, header.numSignerAccounts).includes(account)
  } catch {
    return false
  }
}
