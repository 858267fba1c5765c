import { rpcPollIntervalMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import { sleep } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { SubmittedTransaction, TransactionStatus } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { receiptSchema, transactionSchema } from '../chain-records.ts'
import { countSchema, quantitySchema } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { findNonceUser } from './find-transaction-by-nonce.ts'
import { evaluatePoll, type PollResult, type TransactionWatch } from './transaction-watch.ts'

export type WaitPorts = {
  readonly openRpc: OpenRpc
  readonly clock: AdapterPorts['clock']
  readonly pollIntervalMs?: number
}

const isSame = (a: TransactionStatus, b: TransactionStatus): boolean =>
  a.is === b.is && (a.is !== 'submitted' || b.is !== 'submitted' || a.nonce === b.nonce)

/** One poll of the chain; rejects if any part of it cannot be read, so that an incomplete poll does not count. */
async function poll(rpc: JsonRpc, watch: TransactionWatch, signal: AbortSignal): Promise<PollResult> {
  const options = { signal }
  const readReceipt = async () =>
    (await rpc('eth_getTransactionReceipt', [watch.hash], z.nullable(receiptSchema), options)) ?? undefined
  const emptyResult = { known: undefined, counts: undefined, usedBy: undefined }

  const firstReceipt = await readReceipt()
  if (firstReceipt !== undefined)
    return { ...emptyResult, receipt: firstReceipt, head: firstReceipt.blockNumber }

  const [transaction, head] = await Promise.all([
    rpc('eth_getTransactionByHash', [watch.hash], z.nullable(transactionSchema), options),
    rpc('eth_blockNumber', [], quantitySchema, options),
  ])
  const transactionInfo = transaction ?? undefined
  const nonce = transactionInfo?.nonce ?? watch.nonce
  if (nonce === undefined) return { ...emptyResult, receipt: undefined, head }

  const sender = transactionInfo?.from ?? watch.sender
  const [mined, waiting] = await Promise.all(
    (['latest', 'pending'] as const).map((tag) =>
      rpc('eth_getTransactionCount', [sender, tag], countSchema, options),
    ),
  )
  const counts = { mined: mined ?? 0, waiting: waiting ?? 0 }
  // The transaction may have been mined between the first read and the count: the receipt decides.
  const receipt = counts.mined > nonce ? await readReceipt() : undefined
  const isNonceTaken = counts.mined > nonce && receipt === undefined
  const usedBy = isNonceTaken ? await findNonceUser(rpc, { sender, nonce, head }, signal) : undefined
  return { receipt, known: transactionInfo, head, counts, usedBy }
}

/**
 * Polls a transaction until its end: at once, then every 4 s (SPEC §9) or `pollIntervalMs`. Failed polls are skipped, so an
 * unreachable node changes nothing. Resolves with the final status; rejects only with the signal's reason.
 */
export async function waitForTransaction(
  ports: WaitPorts,
  transaction: SubmittedTransaction,
  network: Network,
  onStatus: (status: TransactionStatus) => void,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const rpc = ports.openRpc(network)
  let watch: TransactionWatch = {
    hash: transaction.hash.toLowerCase(),
    account: transaction.from,
    sender: transaction.from,
    nonce: transaction.nonce,
    unexplainedPolls: 0,
    missing: undefined,
  }
  let reported: TransactionStatus | undefined
  while (true) {
    const result = await poll(rpc, watch, signal).catch(() => undefined)
    signal.throwIfAborted()
    const evaluated = result === undefined ? undefined : evaluatePoll(watch, result)
    const status: TransactionStatus = evaluated?.status ?? reported ?? { is: 'submitted' }
    watch = evaluated?.watch ?? watch
    if (reported === undefined || !isSame(reported, status)) onStatus(status)
    reported = status
    if (status.is !== 'submitted') return status
    await sleep(ports.clock, ports.pollIntervalMs ?? rpcPollIntervalMs, signal)
  }
}
