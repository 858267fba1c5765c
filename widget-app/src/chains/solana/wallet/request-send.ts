import { getBase64Encoder } from '@solana/web3.js'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { isProviderRpcError, type ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Connection, SubmittedTransaction } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { hasLinkReason } from '../../request-wallet.ts'
import { walletChain } from '../../solana-clusters.ts'
import { parseAddress } from '../address.ts'
import { base58Of, decodeSignature, decodeSignedTransaction } from '../decode/decode-response.ts'
import { type DecodedTransaction, decodeTransaction } from '../decode/decode-transaction.ts'
import { type ParsedTransaction, parseTransaction } from '../decode/parse-transaction.ts'
import { submit } from '../transactions/submit.ts'
import { mismatchError } from '../transactions/verify-sent.ts'
import { compareMessages } from '../transactions/verify-signed-transaction.ts'
import type { TransferVerdict } from '../transactions/verify-transfer.ts'
import { type AccountBook, isFor } from './wallet-accounts.ts'
import { requestWallet } from './wallet-error.ts'

const signAndSend = 'solana:signAndSendTransaction'
const sign = 'solana:signTransaction'

/** Errors that the caller distinguishes by code. */
const passedCodes: readonly number[] = [
  providerCodes.userRejected,
  providerCodes.unauthorized,
  providerCodes.disconnected,
  providerCodes.chainDisconnected,
  providerCodes.limitExceeded,
]

/** Codes of requests that a wallet did not process at all. */
const unprocessedCodes: readonly number[] = [
  providerCodes.unsupportedMethod,
  providerCodes.methodNotFound,
  providerCodes.invalidParams,
  providerCodes.invalidRequest,
]

/** Messages of wallets and nodes for a transaction that they did not send. */
const notSentPattern = /simulation failed|blockhash not found|insufficient|signature verification/i

const unknownOutcome = (message: string, cause?: ProviderRpcError): ProviderRpcError =>
  linkError(providerCodes.internal, message, 'unknown-outcome', cause?.message)

/** Nothing was sent, for the wallet's own reasons. */
const notSent = (cause: ProviderRpcError): WidgetError => {
  const data = { reason: 'wallet', code: cause.code, walletMessage: cause.message }
  return new WidgetError('send/failed', 'Failed to send transaction', { cause, data })
}

/**
 * Converts the wallet's error into the outcome of the transfer. A wallet that sends by itself may fail after sending, and on
 * Solana it often waits for the chain: only errors that certainly precede sending are a failed send.
 */
function sendError(thrown: unknown, method: typeof sign | typeof signAndSend): unknown {
  if (!isProviderRpcError(thrown) || hasLinkReason(thrown.data)) return thrown
  const { code, message } = thrown
  const isNotSent = notSentPattern.test(message)
  // Solana nodes use the code of a pending request for a failed simulation, and wallets pass it on.
  const isPending = code === providerCodes.requestPending && !isNotSent
  if (isPending || passedCodes.includes(code)) return thrown
  const isCertain = method === sign || unprocessedCodes.includes(code) || isNotSent
  return isCertain ? notSent(thrown) : unknownOutcome('The wallet may have sent the transaction', thrown)
}

/** Validity of a transaction that the widget wrote. */
export type Lifetime = { readonly blockhash: string; readonly lastValidBlockHeight: number }

/** A transaction that a wallet is to sign and send. */
export type SendRequest = Pick<AdapterPorts, 'transport' | 'clock'> & {
  readonly rpc: JsonRpc
  readonly book: AccountBook
  readonly connection: Connection
  readonly chain: ChainId
  /** The account that signs. */
  readonly from: string
  /** A transaction without its signatures, in base64. */
  readonly wire: string
  readonly lifetime: Lifetime
  /** Verifies what the wallet signed against the request; the two messages are also compared in full. */
  readonly verify: (signed: DecodedTransaction, wire: Uint8Array) => Promise<TransferVerdict>
  readonly onSigned: ((transaction: SubmittedTransaction) => void) | undefined
}

/** The requested transaction, parsed; the widget wrote it. */
function requestedTransaction({ wire }: SendRequest): ParsedTransaction {
  const requested = parseTransaction(Uint8Array.from(getBase64Encoder().encode(wire)))
  if (requested === undefined) throw new TypeError('It is no transaction in canonical form')
  return requested
}

async function requestFromWallet(
  { transport, connection, chain, from, wire }: SendRequest,
  method: typeof sign | typeof signAndSend,
): Promise<unknown> {
  const request = { address: from, chain: walletChain(chain), transaction: wire }
  // The wallet's node must know a blockhash that the widget's node has only just confirmed.
  const options = { preflightCommitment: 'confirmed' }
  const params = method === sign ? request : { ...request, options }
  try {
    return await requestWallet(transport, connection.handle, { method, params })
  } catch (error) {
    throw sendError(error, method)
  }
}

const submitted = ({ chain, from }: SendRequest, hash: string): SubmittedTransaction => ({
  chain,
  from,
  hash,
  nonce: undefined,
})

/** The wallet signs and sends. It may use a newer blockhash, so the transaction's expiry is unknown. */
async function sendByWallet(sendRequest: SendRequest): Promise<SubmittedTransaction> {
  const response = await requestFromWallet(sendRequest, signAndSend)
  return submitted(sendRequest, base58Of(decodeSignature(response)))
}

/**
 * The transaction in a wallet's response. @throws WidgetError `send/failed` for a response without one: nothing was sent.
 */
function signedTransactionOf(
  response: unknown,
  requested: ParsedTransaction,
  from: string,
): ParsedTransaction {
  const failed = () => {
    const data = { reason: 'wallet', walletMessage: 'The wallet answered without a signed transaction' }
    return new WidgetError('send/failed', 'Failed to send transaction', { data })
  }
  try {
    const signed = decodeSignedTransaction(response, requested, parseAddress(from))
    if (signed.signatures.values().next().value !== undefined) return signed
  } catch {
    throw failed()
  }
  throw failed()
}

/** The wallet signs, the widget submits: the signed transaction is compared with the request before a node gets it. */
async function sendByWidget(sendRequest: SendRequest): Promise<SubmittedTransaction> {
  const { lifetime } = sendRequest
  const requested = requestedTransaction(sendRequest)
  const signed = signedTransactionOf(await requestFromWallet(sendRequest, sign), requested, sendRequest.from)
  const decoded = decodeTransaction(signed.wire)
  const hash = decoded?.signature
  if (decoded === undefined || hash === undefined) throw new TypeError('A parsed transaction can be read')
  const verdict = await sendRequest.verify(decoded, signed.wire)
  if (verdict.is === 'differs') throw mismatchError(verdict.differs, hash)
  // A high fee is the user's own choice, and is reported once the transaction is on the chain.
  if (compareMessages(requested, signed) === 'differs') throw mismatchError(['instructions'], hash)
  const isWidgetBlockhash = decoded.lifetime === lifetime.blockhash
  const expiry = isWidgetBlockhash ? { expiresAfter: lifetime.lastValidBlockHeight } : {}
  const transaction = { ...submitted(sendRequest, hash), ...expiry }
  sendRequest.onSigned?.(transaction)
  await submit(sendRequest.rpc, sendRequest.clock, signed.wire)
  return transaction
}

/**
 * Requests that the wallet sign and send a transaction (`solana:signAndSendTransaction`); if the wallet only signs, the
 * widget submits it through the gateway, after `onSigned`. Resolves with the first signature.
 * @throws as `send`.
 */
export async function requestAndSend(sendRequest: SendRequest): Promise<SubmittedTransaction> {
  const account = await sendRequest.book.find(sendRequest.connection, sendRequest.from)
  if (!isFor(account, sendRequest.chain)) {
    const data = { reason: 'wrong-chain' }
    throw new WidgetError('send/failed', 'The wallet does not work on this network', { data })
  }
  if (account.features.includes(signAndSend)) return sendByWallet(sendRequest)
  if (account.features.includes(sign)) return sendByWidget(sendRequest)
  const data = { reason: 'wallet', walletMessage: 'The wallet cannot sign transactions of this account' }
  throw new WidgetError('send/failed', 'Failed to send transaction', { data })
}
