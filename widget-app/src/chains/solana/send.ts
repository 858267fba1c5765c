import * as z from 'zod/mini'
import { isProviderRpcError, type ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type {
  AdapterPorts,
  ComputeFee,
  Connection,
  FeeEstimate,
  SubmittedTransaction,
  Transfer,
} from '../contract.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { walletChain } from '../solana-clusters.ts'
import { base64Schema } from './chain-records.ts'
import { latestBlockhash } from './fee.ts'
import { judgeTransfer } from './judge-transfer.ts'
import { type UnsignedTransaction, writeTransaction } from './message.ts'
import { readTransaction } from './read-transaction.ts'
import { refused } from './refusal.ts'
import { networkOf, type OpenRpc } from './rpc.ts'
import { signatureSchema } from './signature.ts'
import { submit } from './submit.ts'
import { planTransfer } from './transfer-plan.ts'
import { mismatch } from './verify-sent.ts'
import { type AccountBook, isFor } from './wallet-accounts.ts'
import { ask } from './wallet-error.ts'

const signAndSend = 'solana:signAndSendTransaction'
const sign = 'solana:signTransaction'

/** Errors which the caller tells apart by code. */
const passedThrough: readonly number[] = [
  providerCodes.userRejected,
  providerCodes.unauthorized,
  providerCodes.disconnected,
  providerCodes.chainDisconnected,
  providerCodes.limitExceeded,
]

/** Codes of requests which a wallet did not take on at all. */
const notTakenOn: readonly number[] = [
  providerCodes.unsupportedMethod,
  providerCodes.methodNotFound,
  providerCodes.invalidParams,
  providerCodes.invalidRequest,
]

/** What wallets and nodes say of a transaction that they did not let through. */
const stoppedWords = /simulation failed|blockhash not found|insufficient|signature verification/i

const unknownOutcome = (message: string, cause?: ProviderRpcError): ProviderRpcError =>
  linkError(providerCodes.internal, message, 'unknown-outcome', cause?.message)

/** `data.reason` of a link error, which already says what happened. */
const hasReason = ({ data }: ProviderRpcError): boolean =>
  typeof data === 'object' && data !== null && 'reason' in data

/** Nothing was sent, for the wallet's own reasons. */
const notSent = (cause: ProviderRpcError): WidgetError => {
  const data = { reason: 'wallet', code: cause.code, walletMessage: cause.message }
  return new WidgetError('send/failed', 'Failed to send transaction', { cause, data })
}

/**
 * What an error of the wallet says about the transfer. A wallet that sends by itself may fail after it has sent, and on
 * Solana it often waits for the chain: only what certainly came before that is a failed send.
 */
function sendError(thrown: unknown, method: typeof sign | typeof signAndSend): unknown {
  if (!isProviderRpcError(thrown) || hasReason(thrown)) return thrown
  const { code, message } = thrown
  const wasStopped = stoppedWords.test(message)
  // Nodes of Solana use the code of a pending request for a failed simulation, and wallets pass it on.
  const isPending = code === providerCodes.requestPending && !wasStopped
  if (isPending || passedThrough.includes(code)) return thrown
  const isCertain = method === sign || notTakenOn.includes(code) || wasStopped
  return isCertain ? notSent(thrown) : unknownOutcome('The wallet may have sent the transaction', thrown)
}

export type SendPorts = Pick<AdapterPorts, 'transport' | 'clock'> & {
  readonly book: AccountBook
  readonly openRpc: OpenRpc
}

type Asking = Pick<SendPorts, 'transport' | 'clock'> & {
  readonly rpc: JsonRpc
  readonly connection: Connection
  readonly transfer: Transfer
  readonly onSigned: ((transaction: SubmittedTransaction) => void) | undefined
}

async function askWallet(
  { transport, connection, transfer }: Asking,
  method: typeof sign | typeof signAndSend,
  { wire }: UnsignedTransaction,
): Promise<unknown> {
  const { asset, from } = transfer
  const request = { address: from, chain: walletChain(asset.chain), transaction: wire }
  // The wallet's node must know a blockhash that ours has only just seen confirmed.
  const options = { preflightCommitment: 'confirmed' }
  const params = method === sign ? request : { ...request, options }
  try {
    return await ask(transport, connection.handle, { method, params })
  } catch (error) {
    throw sendError(error, method)
  }
}

const submitted = ({ asset, from }: Transfer, hash: string): SubmittedTransaction => ({
  chain: asset.chain,
  from,
  hash,
  nonce: undefined,
})

/** The wallet signs and sends. It may take a newer blockhash than ours, so when the transaction ends is not known. */
async function sendByWallet(asking: Asking, unsigned: UnsignedTransaction): Promise<SubmittedTransaction> {
  const answer = await askWallet(asking, signAndSend, unsigned)
  const parsed = z.object({ signature: signatureSchema() }).safeParse(answer)
  if (!parsed.success) throw unknownOutcome('The wallet answered without a signature')
  return submitted(asking.transfer, parsed.data.signature)
}

/** The wallet signs, we send: what it signed is compared with the transfer before anybody else sees it. */
async function sendByUs(
  asking: Asking,
  unsigned: UnsignedTransaction,
  lifetime: { readonly blockhash: string; readonly lastValidBlockHeight: number },
): Promise<SubmittedTransaction> {
  const answer = await askWallet(asking, sign, unsigned)
  const parsed = z.object({ signedTransaction: base64Schema() }).safeParse(answer)
  const signed = parsed.success ? readTransaction(parsed.data.signedTransaction) : undefined
  if (!parsed.success || signed?.signature === undefined) {
    const data = { reason: 'wallet', walletMessage: 'The wallet answered without a signed transaction' }
    throw new WidgetError('send/failed', 'Failed to send transaction', { data })
  }
  const verdict = await judgeTransfer(signed, asking.transfer)
  if (verdict.is !== 'same')
    throw mismatch(verdict.is === 'differs' ? verdict.differs : ['instructions'], signed.signature)
  const isOurs = signed.lifetime === lifetime.blockhash
  const expiry = isOurs ? { expiresAfter: lifetime.lastValidBlockHeight } : {}
  const transaction = { ...submitted(asking.transfer, signed.signature), ...expiry }
  asking.onSigned?.(transaction)
  await submit(asking.rpc, asking.clock, parsed.data.signedTransaction)
  return transaction
}

/** @throws WidgetError `send/failed`, `data.reason` `rent`: the person was not told of a deposit which is due now. */
function requireToldDeposit(isDue: boolean, fee: ComputeFee): void {
  if (isDue && fee.accountDeposit === undefined) throw refused('rent', { account: 'receiver' })
}

/**
 * Has the wallet sign a transfer and send it (`solana:signAndSendTransaction`), or sends what it signed through our
 * gateway where it only signs, after `onSigned`. Resolves with the first signature.
 * @throws ProviderRpcError 4001 when refused, −32002 when the wallet is already asking, `data.reason` `unknown-outcome`
 * when the transaction may have been sent all the same; WidgetError `send/failed` when nothing was sent, `send/mismatch`
 * when the wallet signed something else, which we then do not send.
 */
export async function send(
  ports: SendPorts,
  connection: Connection,
  transfer: Transfer,
  fee: FeeEstimate,
  onSigned?: (transaction: SubmittedTransaction) => void,
): Promise<SubmittedTransaction> {
  if (!('computeUnitLimit' in fee)) throw new TypeError('The fee is of another namespace')
  const { transport, clock, book } = ports
  const { chain } = transfer.asset
  const account = await book.find(connection, transfer.from)
  if (!isFor(account, chain)) {
    const data = { reason: 'wrong-chain' }
    throw new WidgetError('send/failed', 'The wallet does not work on this network', { data })
  }
  const rpc = ports.openRpc(networkOf(chain))
  const [plan, lifetime] = await Promise.all([planTransfer(rpc, transfer), latestBlockhash(rpc)])
  requireToldDeposit(plan.opens !== undefined, fee)
  const unsigned = writeTransaction({ ...plan, ...fee, ...lifetime })
  const asking = { transport, clock, rpc, connection, transfer, onSigned }
  if (account.features.includes(signAndSend)) return sendByWallet(asking, unsigned)
  if (account.features.includes(sign)) return sendByUs(asking, unsigned, lifetime)
  const data = { reason: 'wallet', walletMessage: 'The wallet cannot sign transactions of this account' }
  throw new WidgetError('send/failed', 'Failed to send transaction', { data })
}
