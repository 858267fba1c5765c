import {
  type CompiledTransactionMessage as AnyMessage,
  type CompiledTransactionMessageWithLifetime,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type ReadonlyUint8Array,
  type Transaction,
} from '@solana/kit'
import { RpcError } from '../../rpc-error.ts'
import { rpcCodes } from './rpc-codes.ts'

/** Largest transaction that fits in one packet. */
const maxPacketBytes = 1_232

export type CompiledTransactionMessage = Exclude<AnyMessage, { version: 1 }> &
  CompiledTransactionMessageWithLifetime

/** A received transaction: its bytes, and the decoded transaction and message. */
export type WireTransaction = {
  readonly bytes: Uint8Array
  readonly transaction: Transaction
  readonly message: CompiledTransactionMessage
}

export const toBase58 = (bytes: ReadonlyUint8Array): string => getBase58Decoder().decode(bytes)
export const toBase64 = (bytes: ReadonlyUint8Array): string => getBase64Decoder().decode(bytes)

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Decodes a message. @throws RpcError −32602 for bytes that are no message of this chain. */
export function decodeMessage(bytes: ReadonlyUint8Array): CompiledTransactionMessage {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(bytes)
    if (message.version === 1) throw new Error('version 1 is not in use here')
    return message
  } catch (error) {
    throw new RpcError(rpcCodes.invalidParams, `failed to deserialize message: ${errorMessage(error)}`)
  }
}

/** Decodes a transaction. @throws RpcError −32602 for an invalid or too large one. */
export function decodeTransaction(text: string, encoding: 'base58' | 'base64' = 'base58'): WireTransaction {
  let bytes: Uint8Array
  let transaction: Transaction
  try {
    bytes = Uint8Array.from(
      encoding === 'base64' ? getBase64Encoder().encode(text) : getBase58Encoder().encode(text),
    )
    transaction = getTransactionDecoder().decode(bytes)
  } catch (error) {
    throw new RpcError(rpcCodes.invalidParams, `failed to deserialize transaction: ${errorMessage(error)}`)
  }
  if (bytes.length > maxPacketBytes) {
    const text = `${encoding} encoded transaction too large: ${bytes.length} bytes (max: ${maxPacketBytes})`
    throw new RpcError(rpcCodes.invalidParams, text)
  }
  return { bytes, transaction, message: decodeMessage(transaction.messageBytes) }
}
