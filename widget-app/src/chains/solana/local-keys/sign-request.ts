import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { type CompleteRequest, keyConnection, type LocalKey, otherNetwork } from '../../local-keys.ts'
import { base64Of } from '../decode/decode-response.ts'
import { wireOf } from '../decode/parse-transaction.ts'
import type { RequestedTransaction } from '../wallet/parse-request.ts'
import { incomplete, noBlockhash, parseSignable } from './signable-request.ts'

type SolanaKey = Extract<LocalKey, { namespace: 'solana' }>

/** The signed bytes and their signature, in base64. */
export type SignedMessage = { readonly signedMessage: string; readonly signature: string }

/** A transaction with the account's signature, in base64. */
export type SignedTransaction = { readonly signedTransaction: string }

const signatureLength = 64

function signBytes({ signMessage }: SolanaKey, bytes: Uint8Array): Uint8Array {
  const signature = signMessage(bytes)
  if (signature.length !== signatureLength)
    throw new ProviderRpcError(providerCodes.internal, 'The key made no signature')
  return signature
}

function signMessageBytes(key: SolanaKey, bytes: Uint8Array): SignedMessage {
  return { signedMessage: base64Of(bytes), signature: base64Of(signBytes(key, bytes)) }
}

/** Writes the account's signature at its position; the others stay. */
function signTransaction(
  key: SolanaKey,
  { account, transaction: { message, messageBytes, signatures } }: RequestedTransaction,
): SignedTransaction {
  if (message.lifetimeToken === noBlockhash) throw incomplete('the transaction has no blockhash')
  const signed = new Map([...signatures, [account, signBytes(key, messageBytes)]])
  return { signedTransaction: base64Of(wireOf(messageBytes, signed)) }
}

/** `LocalKeys.sign` on Solana: messages, sign-ins, and transactions of the legacy form and version 0. */
export async function signRequest(
  key: LocalKey,
  request: CompleteRequest,
  chain: ChainId,
): Promise<SignedMessage | SignedTransaction> {
  if (key.namespace !== 'solana') throw otherNetwork()
  const { requested } = parseSignable(keyConnection(key, chain), request)
  switch (requested.is) {
    case 'message':
      return signMessageBytes(key, requested.bytes)
    case 'sign-in':
      return signMessageBytes(key, new TextEncoder().encode(requested.text))
    case 'transaction':
      return signTransaction(key, requested)
  }
}
