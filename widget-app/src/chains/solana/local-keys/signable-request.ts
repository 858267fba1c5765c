import type { Address } from '@solana/web3.js'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import { decodeMessage } from '../../decode-message.ts'
import { notSigned, refuseWalletProof } from '../../local-keys.ts'
import { isSignedAsTransaction, isTransactionMessage } from '../decode/transaction-message.ts'
import { offchainText } from '../offchain-message.ts'
import { type ParsedRequest, parseRequest } from '../wallet/parse-request.ts'

/** A blockhash of zeros: the wallet sets one. */
export const noBlockhash = '11111111111111111111111111111111'

/** The first byte of messages with a version, those of later ones included; text in UTF-8 has it only as a whole text. */
const versionBit = 0x80
/** The first byte of off-chain messages, by which no transaction starts. */
const offchainByte = 0xff

/**
 * Whether the signature of a message might be valid for a transaction: one of the account, or bytes that are not text and
 * that a node may read as a message of any version.
 */
function mayBeTransaction(bytes: Uint8Array, account: Address): boolean {
  if (isSignedAsTransaction(bytes, account)) return true
  if (decodeMessage(offchainText(bytes) ?? bytes).is !== 'blind') return false
  const [first = 0] = bytes
  return isTransactionMessage(bytes) || (first >= versionBit && first !== offchainByte)
}

/**
 * Parses a request by the parser of all dApp requests, and rejects messages that could be transactions or proofs of
 * the wallet's keys.
 * @throws ProviderRpcError 4200, −32602, 4100 for an account that is not connected, 4901 for another chain.
 */
export function parseSignable(connection: Connection, request: RpcRequest): ParsedRequest {
  const parsed = parseRequest(connection, request)
  const { requested } = parsed
  if (requested.is !== 'message') return parsed
  if (mayBeTransaction(requested.bytes, requested.account)) throw notSigned('transactions as messages')
  refuseWalletProof(requested.bytes)
  return parsed
}

/** The error of a transaction that cannot be signed as it is. */
export const incomplete = (what: string) =>
  new ProviderRpcError(providerCodes.invalidParams, `Invalid params: ${what}`)
