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
import { base58Of, readSignature, readSignedTransaction } from '../decode/decode-response.ts'
import { type ReadTransaction, readTransaction } from '../decode/decode-transaction.ts'
import { type ParsedTransaction, parseTransaction } from '../decode/parse-transaction.ts'
import { submit } from '../transactions/submit.ts'
import { mismatch } from '../transactions/verify-sent.ts'
import { compareMessages } from '../transactions/verify-transaction-message.ts'
import type { TransferVerdict } from '../transactions/verify-transfer.ts'
import { type AccountBook, isFor } from './wallet-accounts.ts'
import { ask } from './wallet-error.ts'

const signAndSend = 'solana:signAndSendTransaction'
const sign = 'solana:signTransaction'

/** Errors that the caller distinguishes by code. */
const passedThrough: readonly number[] = [
  providerCodes.userRejected,
  providerCodes.unauthorized,
  providerCodes.disconnected,
  providerCodes.chainDisconnected,
  providerCodes.limitExceeded,
]

/** Codes of requests that a wallet did not process at all. */
const notTakenOn: readonly number[] = [
  providerCodes.unsupportedMethod,
  providerCodes.methodNotFound,
  providerCodes.invalidParams,
  providerCodes.invalidRequest,
]

/** Messages of wallets and nodes for a transaction that they did not send. */
const stoppedWords = /simulation failed|blockhash not found|insufficient|signature verification/i

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
  const wasStopped = stoppedWords.test(message)
  // Solana nodes use the code of a pending request for a failed simulation, and wallets pass it on.
  const isPending = code === providerCodes.requestPending && !wasStopped
  if (isPending || passedThrough.includes(code)) return thrown
  const isCertain = method === sign || notTakenOn.includes(code) || wasStopped
  return isCertain ? notSent(thrown) : unknownOutcome('The wallet may have sent the transaction', thrown)
}

/** Validity of a transaction that the widget wrote. */
export type Lifetime = { readonly blockhash: string; readonly lastValidBlockHeight: number }

/** A transaction that a wallet is to sign and send. */
export type Asking = Pick<AdapterPorts, 'transport' | 'clock'> & {
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
  readonly judge: (signed: ReadTransaction, wire: Uint8Array) => Promise<TransferVerdict>
  readonly onSigned: ((transaction: SubmittedTransaction) => void) | undefined
}

/** The requested transaction, parsed; the widget wrote it. */
function askedOf({ wire }: Asking): ParsedTransaction {
  const asked = parseTransaction(Uint8Array.from(getBase64Encoder().encode(wire)))
  if (asked === undefined) throw new TypeError('It is no transaction in canonical form')
  return asked
}

async function askWallet(
  { transport, connection, chain, from, wire }: Asking,
  method: typeof sign | typeof signAndSend,
): Promise<unknown> {
  const request = { address: from, chain: walletChain(chain), transaction: wire }
  // The wallet's node must know a blockhash that the widget's node has only just confirmed.
  const options = { preflightCommitment: 'confirmed' }
  const params = method === sign ? request : { ...request, options }
  try {
    return await ask(transport, connection.handle, { method, params })
  } catch (error) {
    throw sendError(error, method)
  }
}

const submitted = ({ chain, from }: Asking, hash: string): SubmittedTransaction => ({
  chain,
  from,
  hash,
  nonce: undefined,
})

/** The wallet signs and sends. It may use a newer blockhash, so the transaction's expiry is unknown. */
async function sendByWallet(asking: Asking): Promise<SubmittedTransaction> {
  const answer = await askWallet(asking, signAndSend)
  return submitted(asking, base58Of(readSignature(answer)))
}

/**
 * The transaction in a wallet's response. @throws WidgetError `send/failed` for a response without one: nothing was sent.
 */
function signedOf(answer: unknown, asked: ParsedTransaction, from: string): ParsedTransaction {
  const failed = () => {
    const data = { reason: 'wallet', walletMessage: 'The wallet answered without a signed transaction' }
    return new WidgetError('send/failed', 'Failed to send transaction', { data })
  }
  try {
    const signed = readSignedTransaction(answer, asked, parseAddress(from))
    if (signed.signatures.values().next().value !== undefined) return signed
  } catch {
    throw failed()
  }
  throw failed()
}

/** The wallet signs, the widget submits: the signed transaction is compared with the request before a node gets it. */
async function sendByUs(asking: Asking): Promise<SubmittedTransaction> {
  const { lifetime } = asking
  const asked = askedOf(asking)
  const signed = signedOf(await askWallet(asking, sign), asked, asking.from)
  const read = readTransaction(signed.wire)
  const hash = read?.signature
  if (read === undefined || hash === undefined) throw new TypeError('A parsed transaction can be read')
  const verdict = await asking.judge(read, signed.wire)
  if (verdict.is === 'differs') throw mismatch(verdict.differs, hash)
  // A high fee is the user's own choice, and is reported once the transaction is on the chain.
  if (compareMessages(asked, signed) === 'differs') throw mismatch(['instructions'], hash)
  const isOurs = read.lifetime === lifetime.blockhash
  const expiry = isOurs ? { expiresAfter: lifetime.lastValidBlockHeight } : {}
  const transaction = { ...submitted(asking, hash), ...expiry }
  asking.onSigned?.(transaction)
  await submit(asking.rpc, asking.clock, signed.wire)
  return transaction
}

/**
 * Requests that the wallet sign and send a transaction (`solana:signAndSendTransaction`); if the wallet only signs, the
 * widget submits it through the gateway, after `onSigned`. Resolves with the first signature.
 * @throws as `send`.
 */
export async function askToSend(asking: Asking): Promise<SubmittedTransaction> {
  const account = await asking.book.find(asking.connection, asking.from)
  if (!isFor(account, asking.chain)) {
    const data = { reason: 'wrong-chain' }
    throw new WidgetError('send/failed', 'The wallet does not work on this network', { data })
  }
  if (account.features.includes(signAndSend)) return sendByWallet(asking)
  if (account.features.includes(sign)) return sendByUs(asking)
  const data = { reason: 'wallet', walletMessage: 'The wallet cannot sign transactions of this account' }
  throw new WidgetError('send/failed', 'Failed to send transaction', { data })
}
